// The texts about invitations and about devices that came by one, in English. Loaded when they are needed. The form is that
// of strings-en.js.

export const strings = {
  // The group panel
  invite: 'Invite',
  join: 'Join',
  pairingElsewhere: 'Invitations are made and used on the device on which Tidings runs: open this page there.',
  inviteOrJoin: 'This device is not connected to other devices yet. Invite another device, or join a group with the invitation that you got.',
  rename: 'Rename',
  pause: 'Pause',
  resume: 'Resume',
  remove: 'Remove',
  confirm: 'Confirm',
  adviceUnconfirmed: 'Tidings on this device was restored from a backup or copied. Perhaps this device had been removed in the meantime. Confirm it if it still belongs to the group.',

  // Invite
  inviteHint: 'An invitation lets another device join the group. The devices then exchange messages over encrypted links.',
  inviteTime: 'The invitation is valid for',
  inviteUses: 'How many devices can use it',
  makeInvitation: 'Make the invitation',
  groupQuestion: 'With its first invitation, this device gets a group. Devices that get messages from here without an encrypted link then get no more, until they have joined the group, too. The members of the group will read all messages that are on this device.',
  makeGroup: 'Make the group and the invitation',
  invitationCode: 'QR code of the invitation',
  invitationLink: 'Link of the invitation',
  copyLink: 'Copy the link',
  linkCopied: 'The link was copied.',
  linkNotCopied: 'The browser did not copy the link. It is selected: copy it yourself.',
  invitationEnds: { one: '{n} device can use it until {time}.', other: '{n} devices can use it until {time}.' },
  invitationUnset: { one: '{n} device can use it until Tidings is stopped here.', other: '{n} devices can use it until Tidings is stopped here.' },
  invitationAdvice: 'Whoever has this link can join the group and read all messages. Give it only to people whom you trust.',
  invitationUse: 'On the other device, open the page of Tidings, choose “Join” in the group panel, and paste the link.',

  // Join
  joinHint: 'Paste the link that a member of the group has sent you. All messages of the group then come to this device.',
  invitation: 'Invitation',
  linkMissing: 'Paste the link of an invitation. It begins with tidings:.',
  joinGroup: 'Join the group',
  joining: 'Connecting to the inviting device…',
  joined: 'This device has joined the group. It exchanges messages with {name}.',
  carryQuestion: { one: 'This device has {n} message. If you join, all members of the group can read it, and it cannot be taken back. Otherwise start Tidings with a new --data folder, and join from there.', other: 'This device has {n} messages. If you join, all members of the group can read them, and they cannot be taken back. Otherwise start Tidings with a new --data folder, and join from there.' },
  carryMessages: 'Join with all messages',
  joinedByInvitation: '{name} joined the group by an invitation. If you do not know this device, remove it in the group panel.',
  joinedHere: 'This device joined a group by an invitation. It exchanges messages with {name}.',

  // Rename and remove
  renameName: 'Name on this device',
  renameHint: 'Only you see this name. If it is empty, the device has the name that its owner gave it.',
  removeQuestion: 'Remove {name} from the devices with which this device exchanges messages?',
  removeHint: 'It keeps the messages that it has. Open invitations of this device end. Other members may still pass messages on to the removed device, so they have to remove it, too.',

  // Why an invitation, a join or a change has failed: by the failure's code
  'pairing-bad-invitation': 'This is not a whole invitation. Copy the whole link, from tidings: to its end.',
  'pairing-own-invitation': 'This device has made this invitation itself. Use it on the other device.',
  'pairing-invitation-expired': 'The invitation has expired. Ask for a new one.',
  'pairing-invitation-used-up': 'The invitation was used as often as it can be. Ask for a new one.',
  'pairing-invitation-void': 'The invitation has ended, because a device was removed or the inviting device was restored. Ask for a new one.',
  'pairing-invitation-unknown': 'The inviting device does not know this invitation. Check that the whole link was copied, or ask for a new one.',
  'pairing-other-group': 'This device is in another group already, and a device can have only one. For the second group, start a second Tidings with another --data folder, --listen and --peer-listen.',
  'pairing-inviter-other-group': 'The inviting device is not in the group of this invitation. Ask for a new one.',
  'pairing-inviter-unreachable': 'The inviting device cannot be reached. Check that Tidings runs there and that both devices are in the same network, or ask for an invitation with another address.',
  'pairing-not-listening': 'Other devices cannot connect to this device. Restart Tidings here as the next sentence says.',
  'pairing-too-many-invitations': 'Too many invitations of this device are open. Wait until one is used or ends, or make one that more devices can use.',
  'pairing-too-many-peers': 'This device or the inviting one is connected with as many devices as it can have. Remove one first.',
  'pairing-peers-unconfirmed': 'Tidings on this device was restored or copied. First confirm or remove each device in the group panel.',
  'pairing-peer-unknown': 'The device was removed already, or it is named after --peer: then start Tidings without that flag.',
  'pairing-not-this-machine': 'Only a page on the device on which Tidings runs can do this, without a proxy in between.',
  pairingFailed: 'That did not work. Tidings says:',

  // Texts for a device that came by an invitation, in place of those that name --peer
  'paired-state-unreachable': 'It requests your messages, but it does not answer at its address. Check its firewall, and that it allows connections from outside.',
  'paired-adviceAddress': 'Another program seems to answer at its address. If its address has changed, use a new invitation.',
  'paired-adviceNotPaired': 'It does not know this device any more. Ask its owner for a new invitation.',
  'paired-adviceRemoved': 'Its owner has removed this device. Ask them for a new invitation.',
  'paired-adviceOtherNode': 'Another device answers at its address. If its address has changed, use a new invitation.',
  'paired-adviceNeverAnswered': 'Check that Tidings runs there and that this device can reach it.',
  'paired-adviceAbsent': 'If it is not used any more, remove it.',
  'paired-neverRequested': 'It has not requested your messages yet. Check that Tidings runs there and that it can reach this device.',
  'paired-requestsNoMore': 'It does not request your messages any more. Last request in its name: {time}. Check that Tidings runs there and that it can reach this device.',
};
