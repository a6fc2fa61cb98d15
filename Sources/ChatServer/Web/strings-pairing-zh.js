// The texts about invitations and about devices that came by one, in Chinese. Loaded when they are needed. The form is that
// of strings-zh.js.

export const strings = {
  // The group panel
  invite: '邀请',
  join: '加入',
  pairingElsewhere: '邀请只能在运行 Tidings 的设备上创建和使用：请在那台设备上打开此页面。',
  inviteOrJoin: '本设备还没有与其他设备连接。请邀请另一台设备，或用收到的邀请加入群组。',
  rename: '重命名',
  pause: '暂停',
  resume: '恢复',
  remove: '移除',
  confirm: '确认',
  adviceUnconfirmed: '本设备上的 Tidings 是从备份恢复或复制的，这台设备可能在此期间已被移除。如果它仍属于群组，请确认。',

  // Invite
  inviteHint: '邀请让另一台设备加入群组。之后，各设备通过加密连接交换消息。',
  inviteTime: '邀请的有效时间',
  inviteUses: '可以使用邀请的设备数',
  makeInvitation: '创建邀请',
  groupQuestion: '创建第一个邀请时，本设备会得到一个群组。不经加密连接从本设备获取消息的设备，在也加入群组之前不会再收到消息。群组成员会读到本设备上的全部消息。',
  makeGroup: '创建群组和邀请',
  invitationCode: '邀请的二维码',
  invitationLink: '邀请链接',
  copyLink: '复制链接',
  linkCopied: '已复制链接。',
  linkNotCopied: '浏览器没有复制链接。链接已选中，请自行复制。',
  invitationEnds: { other: '在 {time} 之前，可供 {n} 台设备使用。' },
  invitationUnset: { other: '在本设备的 Tidings 停止之前，可供 {n} 台设备使用。' },
  invitationAdvice: '任何得到此链接的人都可以加入群组并阅读全部消息。请只交给你信任的人。',
  invitationUse: '请在另一台设备上打开 Tidings 的页面，在群组面板中选择“加入”，然后粘贴链接。',

  // Join
  joinHint: '请粘贴群组成员发给你的链接。之后群组的全部消息会来到本设备。',
  invitation: '邀请',
  linkMissing: '请粘贴邀请链接。它以 tidings: 开头。',
  joinGroup: '加入群组',
  joining: '正在连接发出邀请的设备…',
  joined: '本设备已加入群组，并与 {name} 交换消息。',
  carryQuestion: { other: '本设备有 {n} 条消息。如果加入，群组的所有成员都能阅读这些消息，且无法撤回。否则请用新的 --data 文件夹启动 Tidings，再从那里加入。' },
  carryMessages: '带着全部消息加入',
  joinedByInvitation: '{name} 通过邀请加入了群组。如果你不认识这台设备，请在群组面板中移除它。',
  joinedHere: '本设备通过邀请加入了群组，并与 {name} 交换消息。',

  // Rename and remove
  renameName: '在本设备上的名称',
  renameHint: '只有你能看到此名称。如果留空，则使用其主人所取的名称。',
  removeQuestion: '要把 {name} 从与本设备交换消息的设备中移除吗？',
  removeHint: '它会保留已有的消息。本设备尚未结束的邀请将失效。其他成员仍可能把消息转给被移除的设备，因此他们也需要移除它。',

  // Why an invitation, a join or a change has failed: by the failure's code
  'pairing-bad-invitation': '这不是完整的邀请。请复制从 tidings: 到末尾的整个链接。',
  'pairing-own-invitation': '这个邀请是本设备自己创建的。请在另一台设备上使用。',
  'pairing-invitation-expired': '邀请已过期。请索取新的邀请。',
  'pairing-invitation-used-up': '邀请的使用次数已满。请索取新的邀请。',
  'pairing-invitation-void': '邀请已失效，因为有设备被移除，或发出邀请的设备恢复了备份。请索取新的邀请。',
  'pairing-invitation-unknown': '发出邀请的设备不认识此邀请。请检查是否复制了整个链接，或索取新的邀请。',
  'pairing-other-group': '本设备已属于另一个群组，而一台设备只能有一个群组。要加入第二个群组，请用另外的 --data、--listen 和 --peer-listen 启动第二个 Tidings。',
  'pairing-inviter-other-group': '发出邀请的设备不在此邀请的群组中。请索取新的邀请。',
  'pairing-inviter-unreachable': '无法访问发出邀请的设备。请检查 Tidings 是否在那里运行、两台设备是否在同一网络中，或索取带有其他地址的邀请。',
  'pairing-not-listening': '其他设备无法连接到本设备。请按下一句所说重新启动本设备的 Tidings。',
  'pairing-too-many-invitations': '本设备尚未结束的邀请太多。请等待其中一个被使用或结束，或创建可供更多设备使用的邀请。',
  'pairing-too-many-peers': '本设备或发出邀请的设备连接的设备数已达上限。请先移除一台。',
  'pairing-peers-unconfirmed': '本设备上的 Tidings 是恢复或复制的。请先在群组面板中确认或移除每台设备。',
  'pairing-peer-unknown': '该设备已被移除，或写在 --peer 之后：若是后者，请去掉该参数后启动 Tidings。',
  'pairing-not-this-machine': '只有在运行 Tidings 的设备上打开的页面才能这样做，且中间不能有代理。',
  pairingFailed: '操作没有成功。Tidings 的说明：',

  // Texts for a device that came by an invitation, in place of those that name --peer
  'paired-state-unreachable': '它在请求你的消息，但在它的地址上没有应答。请检查它的防火墙，以及它是否允许外部连接。',
  'paired-adviceAddress': '在它的地址上应答的似乎是另一个程序。如果它的地址变了，请使用新的邀请。',
  'paired-adviceNotPaired': '它不再认识本设备。请向它的主人索取新的邀请。',
  'paired-adviceRemoved': '它的主人移除了本设备。请索取新的邀请。',
  'paired-adviceOtherNode': '在它的地址上应答的是另一台设备。如果它的地址变了，请使用新的邀请。',
  'paired-adviceNeverAnswered': '请检查 Tidings 是否在那台设备上运行，以及本设备能否访问它。',
  'paired-adviceAbsent': '如果不再使用它，请移除它。',
  'paired-neverRequested': '它还没有请求过你的消息。请检查 Tidings 是否在那台设备上运行，以及它能否访问本设备。',
  'paired-requestsNoMore': '它不再请求你的消息。以它的名义发出的上次请求：{time}。请检查 Tidings 是否在那台设备上运行，以及它能否访问本设备。',
};
