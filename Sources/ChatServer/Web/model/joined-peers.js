// Which peers have joined the group since the person last saw this web page.

export class JoinedPeers {
  /** The status as it was kept at an earlier visit; undefined without one. */
  #former;
  /** The keys of the peers that came by an invitation, by the node's last answer; undefined before the first one. */
  #known;
  /** The key of the node; undefined before its first answer. */
  #node;
  /** Whether the node has a group, so that it is not this device that joins one. */
  #hasGroup = false;
  /** The keys of the devices whose invitations this browser is using at this moment. */
  #joining = new Set();

  constructor(former) { this.#former = former; }

  /** Notes that this browser uses the invitation of a device, whose joining is then no news. */
  join(node) { this.#joining.add(node); }

  /** Notes that this browser could not use the invitation of a device. */
  failToJoin(node) { this.#joining.delete(node); }

  /** Notes that this browser has made an invitation, and with it the group. A later answer may still be without the group. */
  invite() { this.#hasGroup = true; }

  get hasGroup() { return this.#hasGroup; }

  /**
   * Returns the peers that have joined since the node's last answer to this web page or to an earlier visit, and the keys of those
   * that are in its group no more: all of them if the node itself is in none.
   * @returns {{ joined: object[], gone: string[], hasJoined: boolean }} `hasJoined` is true if this node has entered its group at the
   *   same time: then the peer is the one that has invited it, and the other members were there already
   */
  note({ peers, group, node, invitedBy, removedBy: isEnded }) {
    if (!this.#known && this.#former?.hasGroup && this.#former.node === node) {
      [this.#known, this.#hasGroup] = [new Set(this.#former.peers.filter(({ paired }) => paired).map(({ node }) => node)), true];
    }
    if (this.#node && this.#node !== node) this.#hasGroup = false;
    this.#node = node;
    // A person here has kept a former member, so it is no news. The name of a member comes with its first messages.
    const found = peers.filter(({ paired, removedBy, name }) => paired && !removedBy && name);
    const isNew = (peer) => !this.#known.has(peer.node) && !this.#joining.has(peer.node);
    const hasJoined = group !== null && !this.#hasGroup && Boolean(invitedBy);
    const isNews = (peer) => isNew(peer) && (!hasJoined || peer.node === invitedBy);
    const joined = this.#known ? found.filter(isNews) : [];
    const now = new Set(found.map(({ node }) => node));
    const gone = [...this.#known ?? []].filter((key) => isEnded || !now.has(key));
    this.#known = now;
    this.#hasGroup ||= group !== null;
    return { joined, gone, hasJoined };
  }
}
