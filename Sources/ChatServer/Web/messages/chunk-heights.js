// The heights of the chunks of messages. Of a chunk that is not visible, the browser skips the layout: it then has the height
// that it had when the browser last drew it.

/** Chunks that are drawn again in one frame. */
const drawnAtOnce = 4;

/**
 * Lets the browser draw all chunks whose height may have changed, so that no chunk changes its height when somebody scrolls to
 * it. Chunks that got or lost messages are drawn at once. The others, such as all chunks after a change of the width, are drawn
 * one after another while nobody scrolls.
 */
export class ChunkHeights {
  #root;
  #scrolling;
  #outdated = new Set();
  #isDrawing = false;
  #width;

  /**
   * @param {HTMLElement} root has the chunks as children
   * @param {Scrolling} scrolling
   */
  constructor(root, scrolling) {
    [this.#root, this.#scrolling] = [root, scrolling];
    const observer = new MutationObserver((changes) => this.#changed(changes));
    observer.observe(root, { childList: true, characterData: true, subtree: true });
    new ResizeObserver(() => this.#resized()).observe(root);
  }

  #changed(changes) {
    const isChunk = ({ parentNode }) => parentNode === this.#root;
    const filled = changes.map(({ target }) => target).filter(isChunk);
    if (filled.length > 0) this.#draw(new Set(filled));
    for (const { target } of changes) {
      const chunk = !isChunk(target) && target.parentElement?.closest('.chunk');
      if (chunk) this.#outdated.add(chunk);
    }
    this.#drawOutdated();
  }

  #draw(chunks) {
    this.#scrolling.keepScrollPosition(() => chunks.forEach(draw));
  }

  #resized() {
    const { clientWidth } = this.#root;
    if (clientWidth === this.#width) return;
    this.#width = clientWidth;
    for (const chunk of this.#root.children) this.#outdated.add(chunk);
    this.#drawOutdated();
  }

  async #drawOutdated() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    while (this.#outdated.size > 0) {
      await this.#scrolling.atRest();
      const distance = (chunk) => Math.abs(chunk.getBoundingClientRect().top);
      const nearest = [...this.#outdated].sort((one, other) => distance(one) - distance(other)).slice(0, drawnAtOnce);
      this.#draw(nearest);
      for (const chunk of nearest) this.#outdated.delete(chunk);
      await nextFrame();
    }
    this.#isDrawing = false;
  }
}

/** Lets the browser draw a chunk. Two frames later, the browser knows its height and may skip it. */
async function draw(chunk) {
  chunk.classList.remove('drawn');
  const attempt = chunk.attempt = Symbol('draw');
  await nextFrame();
  await nextFrame();
  if (chunk.attempt === attempt) chunk.classList.add('drawn');
}

const nextFrame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
