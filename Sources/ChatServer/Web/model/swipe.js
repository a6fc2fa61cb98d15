// A swipe over a message, which begins a reply.

/** Pixels at both edges of the screen, where a swipe is one of the browser or of the system. */
const edge = 24;
/** Pixels after which a touch has a direction. */
const slack = 10;
/** Milliseconds in which a swipe gets a direction. A longer touch opens a menu or selects a text. */
const longestStart = 300;
/** Pixels from which on the swipe begins a reply, and by which the message follows the finger, at most. */
export const replyDistance = 60;
const farthest = 80;

/**
 * Returns the pixels by which a touch has pulled a message towards the end of its lines; 0 before the touch has a direction, and
 * undefined for one that is no swipe: it scrolls, goes the other way, or belongs to the browser or the system.
 * @param {{ x: number, y: number, time: number }[]} points where the finger was, in pixels and milliseconds
 * @param {{ width: number, isRightToLeft: boolean }} screen
 */
export function pulledBy(points, { width, isRightToLeft }) {
  const [start] = points;
  if (start.x < edge || start.x > width - edge) return undefined;
  const from = ({ x, y }) => ({ along: (x - start.x) * (isRightToLeft ? -1 : 1), across: Math.abs(y - start.y) });
  const first = points.find((point) => Math.hypot(point.x - start.x, point.y - start.y) >= slack);
  if (!first) return 0;
  const { along, across } = from(first);
  if (first.time - start.time > longestStart || along < 2 * across) return undefined;
  return Math.max(0, Math.min(from(points.at(-1)).along, farthest));
}
