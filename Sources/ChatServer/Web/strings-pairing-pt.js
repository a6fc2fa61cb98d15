// The texts about invitations and about devices that came by one, in Portuguese. Loaded when they are needed. The form is
// that of strings-pt.js.

export const strings = {
  // The group panel
  invite: 'Convidar',
  join: 'Entrar',
  pairingElsewhere: 'Convites são feitos e usados no dispositivo em que o Tidings está em execução: abra esta página lá.',
  inviteOrJoin: 'Este dispositivo ainda não está conectado a outros. Convide outro dispositivo ou entre em um grupo com o convite que você recebeu.',
  rename: 'Renomear',
  pause: 'Pausar',
  resume: 'Retomar',
  remove: 'Remover',
  confirm: 'Confirmar',
  adviceUnconfirmed: 'O Tidings do seu dispositivo foi restaurado de um backup ou copiado. Talvez este dispositivo tenha sido removido nesse meio-tempo. Confirme-o se ele ainda faz parte do grupo.',

  // Invite
  inviteHint: 'Um convite permite que outro dispositivo entre no grupo. Depois, os dispositivos trocam mensagens por links criptografados.',
  inviteTime: 'O convite vale por',
  inviteUses: 'Quantos dispositivos podem usá-lo',
  makeInvitation: 'Fazer o convite',
  groupQuestion: 'Com o primeiro convite, este dispositivo passa a ter um grupo. Os dispositivos que recebem mensagens daqui sem link criptografado não recebem mais nenhuma até que também entrem no grupo. Os membros do grupo vão ler todas as mensagens que estão neste dispositivo.',
  makeGroup: 'Fazer o grupo e o convite',
  invitationCode: 'Código QR do convite',
  invitationLink: 'Link do convite',
  copyLink: 'Copiar o link',
  linkCopied: 'O link foi copiado.',
  linkNotCopied: 'O navegador não copiou o link. Ele está selecionado: copie-o você mesmo.',
  invitationEnds: { one: '{n} dispositivo pode usá-lo até {time}.', many: '{n} dispositivos podem usá-lo até {time}.', other: '{n} dispositivos podem usá-lo até {time}.' },
  invitationUnset: { one: '{n} dispositivo pode usá-lo até que o Tidings pare aqui.', many: '{n} dispositivos podem usá-lo até que o Tidings pare aqui.', other: '{n} dispositivos podem usá-lo até que o Tidings pare aqui.' },
  invitationAdvice: 'Quem tiver este link pode entrar no grupo e ler todas as mensagens. Dê-o apenas a pessoas em quem você confia.',
  invitationUse: 'No outro dispositivo, abra a página do Tidings, escolha “Entrar” no painel do grupo e cole o link.',

  // Join
  joinHint: 'Cole o link que um membro do grupo enviou a você. Depois, todas as mensagens do grupo chegam a este dispositivo.',
  invitation: 'Convite',
  linkMissing: 'Cole o link de um convite. Ele começa com tidings:.',
  joinGroup: 'Entrar no grupo',
  joining: 'Conectando ao dispositivo que convidou…',
  joined: 'Este dispositivo entrou no grupo. Ele troca mensagens com {name}.',
  carryQuestion: { one: 'Este dispositivo tem {n} mensagem. Se você entrar, todos os membros do grupo poderão lê-la, e ela não pode ser recolhida. Caso contrário, inicie o Tidings com uma nova pasta --data e entre por lá.', many: 'Este dispositivo tem {n} mensagens. Se você entrar, todos os membros do grupo poderão lê-las, e elas não podem ser recolhidas. Caso contrário, inicie o Tidings com uma nova pasta --data e entre por lá.', other: 'Este dispositivo tem {n} mensagens. Se você entrar, todos os membros do grupo poderão lê-las, e elas não podem ser recolhidas. Caso contrário, inicie o Tidings com uma nova pasta --data e entre por lá.' },
  carryMessages: 'Entrar com todas as mensagens',
  joinedByInvitation: '{name} entrou no grupo por um convite. Se você não conhece este dispositivo, remova-o no painel do grupo.',
  joinedHere: 'Este dispositivo entrou em um grupo por um convite. Ele troca mensagens com {name}.',

  // Rename and remove
  renameName: 'Nome neste dispositivo',
  renameHint: 'Só você vê este nome. Se ele estiver vazio, o dispositivo tem o nome que o dono dele escolheu.',
  removeQuestion: 'Remover {name} dos dispositivos com que este dispositivo troca mensagens?',
  removeHint: 'Ele mantém as mensagens que tem. Os convites abertos deste dispositivo terminam. Outros membros ainda podem repassar mensagens ao dispositivo removido; por isso, eles também precisam removê-lo.',

  // Why an invitation, a join or a change has failed: by the failure's code
  'pairing-bad-invitation': 'Este não é um convite inteiro. Copie o link todo, de tidings: até o fim.',
  'pairing-own-invitation': 'Este convite foi feito neste próprio dispositivo. Use-o no outro dispositivo.',
  'pairing-invitation-expired': 'O convite expirou. Peça um novo.',
  'pairing-invitation-used-up': 'O convite já foi usado tantas vezes quanto podia. Peça um novo.',
  'pairing-invitation-void': 'O convite terminou, porque um dispositivo foi removido ou o dispositivo que convidou foi restaurado. Peça um novo.',
  'pairing-invitation-unknown': 'O dispositivo que convidou não conhece este convite. Verifique se o link inteiro foi copiado ou peça um novo.',
  'pairing-other-group': 'Este dispositivo já está em outro grupo, e um dispositivo só pode ter um. Para o segundo grupo, inicie um segundo Tidings com outros --data, --listen e --peer-listen.',
  'pairing-inviter-other-group': 'O dispositivo que convidou não está no grupo deste convite. Peça um novo.',
  'pairing-inviter-unreachable': 'O dispositivo que convidou está inacessível. Verifique se o Tidings está em execução lá e se os dois dispositivos estão na mesma rede, ou peça um convite com outro endereço.',
  'pairing-not-listening': 'Outros dispositivos não podem se conectar a este. Reinicie o Tidings aqui como diz a próxima frase.',
  'pairing-too-many-invitations': 'Há convites abertos demais neste dispositivo. Espere até que um seja usado ou termine, ou faça um que mais dispositivos possam usar.',
  'pairing-too-many-peers': 'Este dispositivo ou o que convidou está conectado a tantos dispositivos quanto pode. Remova um primeiro.',
  'pairing-peers-unconfirmed': 'O Tidings deste dispositivo foi restaurado ou copiado. Primeiro, confirme ou remova cada dispositivo no painel do grupo.',
  'pairing-peer-unknown': 'O dispositivo já foi removido ou está indicado depois de --peer: nesse caso, inicie o Tidings sem essa opção.',
  'pairing-not-this-machine': 'Só uma página aberta no dispositivo em que o Tidings está em execução pode fazer isso, sem proxy no caminho.',
  pairingFailed: 'Não funcionou. O Tidings informa:',

  // Texts for a device that came by an invitation, in place of those that name --peer
  'paired-state-unreachable': 'Ele pede suas mensagens, mas não responde no endereço dele. Verifique o firewall de lá e se ele permite conexões de fora.',
  'paired-adviceAddress': 'Outro programa parece responder no endereço dele. Se o endereço mudou, use um novo convite.',
  'paired-adviceNotPaired': 'Ele não conhece mais este dispositivo. Peça um novo convite ao dono dele.',
  'paired-adviceRemoved': 'O dono dele removeu este dispositivo. Peça um novo convite.',
  'paired-adviceOtherNode': 'Outro dispositivo responde no endereço dele. Se o endereço mudou, use um novo convite.',
  'paired-adviceNeverAnswered': 'Verifique se o Tidings está em execução lá e se este dispositivo consegue acessá-lo.',
  'paired-adviceAbsent': 'Se ele não é mais usado, remova-o.',
  'paired-neverRequested': 'Ele ainda não pediu suas mensagens. Verifique se o Tidings está em execução lá e se ele consegue acessar este dispositivo.',
  'paired-requestsNoMore': 'Ele não pede mais suas mensagens. Último pedido em nome dele: {time}. Verifique se o Tidings está em execução lá e se ele consegue acessar este dispositivo.',
};
