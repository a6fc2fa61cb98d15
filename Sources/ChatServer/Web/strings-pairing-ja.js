// The texts about invitations and about devices that came by one, in Japanese. Loaded when they are needed. The form is that
// of strings-ja.js.

export const strings = {
  // The group panel
  invite: '招待',
  join: '参加',
  pairingElsewhere: '招待の作成と使用は、Tidingsが動いているデバイスで行います。そのデバイスでこのページを開いてください。',
  inviteOrJoin: 'このデバイスはまだほかのデバイスと接続されていません。ほかのデバイスを招待するか、受け取った招待でグループに参加してください。',
  rename: '名前を変更',
  pause: '一時停止',
  resume: '再開',
  remove: '削除',
  confirm: '確認',
  adviceUnconfirmed: 'お使いのデバイスのTidingsは、バックアップから復元されたか、コピーされました。その間に、このデバイスは削除されていたかもしれません。今もグループのデバイスであれば、確認してください。',

  // Invite
  inviteHint: '招待を使うと、ほかのデバイスがグループに参加できます。その後、デバイスは暗号化されたリンクでメッセージを交換します。',
  inviteTime: '招待の有効期間',
  inviteUses: '招待を使えるデバイスの数',
  makeInvitation: '招待を作成',
  groupQuestion: '最初の招待で、このデバイスにグループができます。暗号化されたリンクなしでここからメッセージを受け取っているデバイスには、グループに参加するまでメッセージが届かなくなります。グループのメンバーは、このデバイスにあるメッセージをすべて読めるようになります。',
  makeGroup: 'グループと招待を作成',
  invitationCode: '招待のQRコード',
  invitationLink: '招待のリンク',
  copyLink: 'リンクをコピー',
  linkCopied: 'リンクをコピーしました。',
  linkNotCopied: 'ブラウザーがリンクをコピーしませんでした。選択されているので、自分でコピーしてください。',
  invitationEnds: { other: '{time}まで、{n}台のデバイスが使えます。' },
  invitationUnset: { other: 'ここでTidingsが停止するまで、{n}台のデバイスが使えます。' },
  invitationAdvice: 'このリンクを持つ人は誰でもグループに参加し、すべてのメッセージを読めます。信頼できる人だけに渡してください。',
  invitationUse: 'もう一方のデバイスでTidingsのページを開き、グループのパネルで「参加」を選んで、リンクを貼り付けてください。',

  // Join
  joinHint: 'グループのメンバーから送られたリンクを貼り付けてください。その後、グループのすべてのメッセージがこのデバイスに届きます。',
  invitation: '招待',
  linkMissing: '招待のリンクを貼り付けてください。tidings: で始まります。',
  joinGroup: 'グループに参加',
  joining: '招待したデバイスに接続しています…',
  joined: 'このデバイスはグループに参加しました。{name}とメッセージを交換します。',
  carryQuestion: { other: 'このデバイスにはメッセージが{n}件あります。参加すると、グループのメンバー全員がそれを読めるようになり、取り消せません。読まれたくない場合は、新しい --data フォルダーでTidingsを起動し、そこから参加してください。' },
  carryMessages: 'すべてのメッセージとともに参加',
  joinedByInvitation: '{name}が招待でグループに参加しました。知らないデバイスの場合は、グループのパネルで削除してください。',
  joinedHere: 'このデバイスは招待でグループに参加しました。{name}とメッセージを交換します。',

  // Rename and remove
  renameName: 'このデバイスでの名前',
  renameHint: 'この名前はあなただけに表示されます。空の場合は、所有者が付けた名前になります。',
  removeQuestion: 'このデバイスがメッセージを交換する相手から{name}を削除しますか？',
  removeHint: '相手がすでに持っているメッセージは残ります。このデバイスの有効な招待は終了します。ほかのメンバーは、削除したデバイスにメッセージを渡し続けるかもしれないため、メンバーも削除する必要があります。',

  // Why an invitation, a join or a change has failed: by the failure's code
  'pairing-bad-invitation': '招待が完全ではありません。tidings: から最後まで、リンク全体をコピーしてください。',
  'pairing-own-invitation': 'この招待はこのデバイス自身が作成したものです。もう一方のデバイスで使ってください。',
  'pairing-invitation-expired': '招待の有効期限が切れています。新しい招待を頼んでください。',
  'pairing-invitation-used-up': '招待は上限の回数まで使われています。新しい招待を頼んでください。',
  'pairing-invitation-void': 'デバイスが削除されたか、招待したデバイスが復元されたため、招待は終了しました。新しい招待を頼んでください。',
  'pairing-invitation-unknown': '招待したデバイスはこの招待を知りません。リンク全体がコピーされているか確認するか、新しい招待を頼んでください。',
  'pairing-other-group': 'このデバイスはすでに別のグループに属していて、1台のデバイスが属せるグループは1つだけです。2つ目のグループには、別の --data、--listen、--peer-listen で2つ目のTidingsを起動してください。',
  'pairing-inviter-other-group': '招待したデバイスは、この招待のグループに属していません。新しい招待を頼んでください。',
  'pairing-inviter-unreachable': '招待したデバイスに接続できません。そこでTidingsが動いているか、両方のデバイスが同じネットワークにあるかを確認するか、別のアドレスの招待を頼んでください。',
  'pairing-not-listening': 'ほかのデバイスはこのデバイスに接続できません。次の文のとおりに、ここでTidingsを再起動してください。',
  'pairing-too-many-invitations': 'このデバイスの有効な招待が多すぎます。1つが使われるか終了するまで待つか、より多くのデバイスが使える招待を作成してください。',
  'pairing-too-many-peers': 'このデバイスまたは招待したデバイスは、上限の台数と接続しています。先に1台を削除してください。',
  'pairing-peers-unconfirmed': 'このデバイスのTidingsは復元またはコピーされました。先にグループのパネルで、各デバイスを確認するか削除してください。',
  'pairing-peer-unknown': 'そのデバイスはすでに削除されたか、--peer で指定されています。指定されている場合は、その指定なしでTidingsを起動してください。',
  'pairing-not-this-machine': 'これができるのは、Tidingsが動いているデバイスで、プロキシを介さずに開いたページだけです。',
  pairingFailed: 'うまくいきませんでした。Tidingsからの説明：',

  // Texts for a device that came by an invitation, in place of those that name --peer
  'paired-state-unreachable': '相手はあなたのメッセージを要求していますが、相手のアドレスでは応答がありません。相手側のファイアウォールと、外部からの接続が許可されているかを確認してください。',
  'paired-adviceAddress': '相手のアドレスでは別のプログラムが応答しているようです。アドレスが変わった場合は、新しい招待を使ってください。',
  'paired-adviceNotPaired': '相手はこのデバイスをもう知りません。相手の所有者に新しい招待を頼んでください。',
  'paired-adviceRemoved': '相手の所有者がこのデバイスを削除しました。新しい招待を頼んでください。',
  'paired-adviceOtherNode': '相手のアドレスでは別のデバイスが応答しています。アドレスが変わった場合は、新しい招待を使ってください。',
  'paired-adviceNeverAnswered': '相手側でTidingsが動いているか、このデバイスから接続できるかを確認してください。',
  'paired-adviceAbsent': 'もう使われていない場合は、削除してください。',
  'paired-neverRequested': '相手はまだあなたのメッセージを要求していません。相手側でTidingsが動いているか、相手がこのデバイスに接続できるかを確認してください。',
  'paired-requestsNoMore': '相手はもうあなたのメッセージを要求していません。相手の名義での最後の要求：{time}。相手側でTidingsが動いているか、相手がこのデバイスに接続できるかを確認してください。',
};
