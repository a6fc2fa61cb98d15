// The texts about invitations and about devices that came by one, in Korean. Loaded when they are needed. The form is that
// of strings-ko.js.

export const strings = {
  // The group panel
  invite: '초대',
  join: '참여',
  pairingElsewhere: '초대는 Tidings가 실행되는 기기에서 만들고 사용합니다. 그 기기에서 이 페이지를 여세요.',
  inviteOrJoin: '이 기기는 아직 다른 기기와 연결되지 않았습니다. 다른 기기를 초대하거나, 받은 초대로 그룹에 참여하세요.',
  rename: '이름 변경',
  pause: '일시 중지',
  resume: '다시 시작',
  remove: '제거',
  confirm: '확인',
  adviceUnconfirmed: '내 기기의 Tidings가 백업에서 복원되었거나 복사되었습니다. 그 사이에 이 기기가 제거되었을 수 있습니다. 여전히 그룹에 속한 기기라면 확인하세요.',

  // Invite
  inviteHint: '초대를 사용하면 다른 기기가 그룹에 참여할 수 있습니다. 그런 다음 기기들은 암호화된 링크로 메시지를 주고받습니다.',
  inviteTime: '초대의 유효 기간',
  inviteUses: '초대를 사용할 수 있는 기기 수',
  makeInvitation: '초대 만들기',
  groupQuestion: '첫 초대와 함께 이 기기에 그룹이 생깁니다. 암호화된 링크 없이 여기에서 메시지를 받는 기기는 그룹에 참여할 때까지 더 이상 메시지를 받지 못합니다. 그룹의 구성원은 이 기기에 있는 모든 메시지를 읽게 됩니다.',
  makeGroup: '그룹과 초대 만들기',
  invitationCode: '초대 QR 코드',
  invitationLink: '초대 링크',
  copyLink: '링크 복사',
  linkCopied: '링크를 복사했습니다.',
  linkNotCopied: '브라우저가 링크를 복사하지 않았습니다. 링크가 선택되어 있으니 직접 복사하세요.',
  invitationEnds: { other: '{time}까지 기기 {n}대가 사용할 수 있습니다.' },
  invitationUnset: { other: '여기에서 Tidings가 중지될 때까지 기기 {n}대가 사용할 수 있습니다.' },
  invitationAdvice: '이 링크를 가진 사람은 누구나 그룹에 참여하고 모든 메시지를 읽을 수 있습니다. 믿을 수 있는 사람에게만 주세요.',
  invitationUse: '다른 기기에서 Tidings 페이지를 열고, 그룹 패널에서 ‘참여’를 선택한 다음 링크를 붙여 넣으세요.',

  // Join
  joinHint: '그룹의 구성원이 보낸 링크를 붙여 넣으세요. 그런 다음 그룹의 모든 메시지가 이 기기로 옵니다.',
  invitation: '초대',
  linkMissing: '초대 링크를 붙여 넣으세요. tidings:로 시작합니다.',
  joinGroup: '그룹에 참여',
  joining: '초대한 기기에 연결하는 중…',
  joined: '이 기기가 그룹에 참여했습니다. {name} 기기와 메시지를 주고받습니다.',
  carryQuestion: { other: '이 기기에 메시지가 {n}개 있습니다. 참여하면 그룹의 모든 구성원이 읽을 수 있고, 되돌릴 수 없습니다. 원하지 않으면 새 --data 폴더로 Tidings를 시작하고 거기에서 참여하세요.' },
  carryMessages: '모든 메시지와 함께 참여',
  joinedByInvitation: '{name} 기기가 초대로 그룹에 참여했습니다. 모르는 기기라면 그룹 패널에서 제거하세요.',
  joinedHere: '이 기기가 초대로 그룹에 참여했습니다. {name} 기기와 메시지를 주고받습니다.',

  // Rename and remove
  renameName: '이 기기에서의 이름',
  renameHint: '이 이름은 나만 볼 수 있습니다. 비워 두면 소유자가 정한 이름이 표시됩니다.',
  removeQuestion: '이 기기가 메시지를 주고받는 기기에서 {name} 기기를 제거할까요?',
  removeHint: '그 기기가 이미 가진 메시지는 남습니다. 이 기기의 열린 초대는 끝납니다. 다른 구성원은 제거된 기기에 계속 메시지를 전달할 수 있으므로, 그들도 제거해야 합니다.',

  // Why an invitation, a join or a change has failed: by the failure's code
  'pairing-bad-invitation': '온전한 초대가 아닙니다. tidings:부터 끝까지 링크 전체를 복사하세요.',
  'pairing-own-invitation': '이 기기가 직접 만든 초대입니다. 다른 기기에서 사용하세요.',
  'pairing-invitation-expired': '초대가 만료되었습니다. 새 초대를 요청하세요.',
  'pairing-invitation-used-up': '초대를 사용할 수 있는 횟수를 모두 썼습니다. 새 초대를 요청하세요.',
  'pairing-invitation-void': '기기가 제거되었거나 초대한 기기가 복원되어 초대가 끝났습니다. 새 초대를 요청하세요.',
  'pairing-invitation-unknown': '초대한 기기가 이 초대를 알지 못합니다. 링크 전체를 복사했는지 확인하거나 새 초대를 요청하세요.',
  'pairing-other-group': '이 기기는 이미 다른 그룹에 속해 있으며, 한 기기는 한 그룹에만 속할 수 있습니다. 두 번째 그룹에는 다른 --data, --listen, --peer-listen으로 두 번째 Tidings를 시작하세요.',
  'pairing-inviter-other-group': '초대한 기기가 이 초대의 그룹에 속해 있지 않습니다. 새 초대를 요청하세요.',
  'pairing-inviter-unreachable': '초대한 기기에 연결할 수 없습니다. 거기서 Tidings가 실행 중인지, 두 기기가 같은 네트워크에 있는지 확인하거나, 다른 주소의 초대를 요청하세요.',
  'pairing-not-listening': '다른 기기가 이 기기에 연결할 수 없습니다. 다음 문장대로 여기에서 Tidings를 다시 시작하세요.',
  'pairing-too-many-invitations': '이 기기의 열린 초대가 너무 많습니다. 하나가 사용되거나 끝날 때까지 기다리거나, 더 많은 기기가 사용할 수 있는 초대를 만드세요.',
  'pairing-too-many-peers': '이 기기나 초대한 기기가 최대 수의 기기와 연결되어 있습니다. 먼저 하나를 제거하세요.',
  'pairing-peers-unconfirmed': '이 기기의 Tidings가 복원되었거나 복사되었습니다. 먼저 그룹 패널에서 각 기기를 확인하거나 제거하세요.',
  'pairing-peer-unknown': '그 기기는 이미 제거되었거나 --peer 뒤에 지정되어 있습니다. 지정되어 있다면 그 옵션 없이 Tidings를 시작하세요.',
  'pairing-not-this-machine': 'Tidings가 실행되는 기기에서 프록시 없이 연 페이지만 할 수 있습니다.',
  pairingFailed: '실패했습니다. Tidings의 설명:',

  // Texts for a device that came by an invitation, in place of those that name --peer
  'paired-state-unreachable': '그 기기는 당신의 메시지를 요청하지만 자기 주소에서는 응답하지 않습니다. 그쪽 방화벽과 외부 연결 허용 여부를 확인하세요.',
  'paired-adviceAddress': '그 주소에서는 다른 프로그램이 응답하는 것 같습니다. 주소가 바뀌었다면 새 초대를 사용하세요.',
  'paired-adviceNotPaired': '그 기기는 더 이상 이 기기를 모릅니다. 소유자에게 새 초대를 요청하세요.',
  'paired-adviceRemoved': '그 기기의 소유자가 이 기기를 제거했습니다. 새 초대를 요청하세요.',
  'paired-adviceOtherNode': '그 주소에서 다른 기기가 응답합니다. 주소가 바뀌었다면 새 초대를 사용하세요.',
  'paired-adviceNeverAnswered': '거기서 Tidings가 실행 중인지, 이 기기에서 연결할 수 있는지 확인하세요.',
  'paired-adviceAbsent': '더 이상 사용하지 않는다면 제거하세요.',
  'paired-neverRequested': '그 기기는 아직 메시지를 요청하지 않았습니다. 거기서 Tidings가 실행 중인지, 그 기기가 이 기기에 연결할 수 있는지 확인하세요.',
  'paired-requestsNoMore': '그 기기는 더 이상 당신의 메시지를 요청하지 않습니다. 그 기기 이름의 마지막 요청: {time}. 거기서 Tidings가 실행 중인지, 그 기기가 이 기기에 연결할 수 있는지 확인하세요.',
};
