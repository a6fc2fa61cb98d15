// Written by scripts/emoji from data of Unicode.
/*! © Unicode, Inc. See the licence in Sources/ChatServer/Web/emoji/LICENSE.txt. */

/** A line for each emoji of list.js: its name and its keywords. */
export const names = `rosto risonho|lol|rindo|risada|rosto
rosto risonho com olhos bem abertos|aberto|boca|rosto|sorriso
rosto risonho com olhos sorridentes|aberta|boca|olhos|rosto|sorriso
rosto contente com olhos sorridentes|olho|rosto|rosto rindo com olhos sorridentes|sorriso|sorriso aberto
rosto risonho com olhos semicerrados|gargalhada|olhos fechados|rosto|sorriso com olhos fechados
rosto risonho com gota de suor|rosto|sorriso com suor frio|suor frio
rolando no chão de rir|chão|gargalhada|rolando|rosto
rosto chorando de rir|alegria|lágrimas|rosto|rosto com lágrimas de alegria
rosto levemente sorridente|rosto|sorriso
rosto de cabeça para baixo|rosto invertido
rosto derretendo|derreter|desaparecer|dissolver|líquido
rosto com olho piscando|piscada|rosto
rosto sorridente com olhos sorridentes|olhos sorrindo|rosto|rosto sorrindo|ruborizar
rosto sorridente com auréola|anjo|auréola|inocente|rosto
rosto sorridente com 3 corações|amor|apaixonado|paixão
rosto sorridente com olhos de coração|amor|coração|olhos|olhos de coração|rosto
rosto com olhar maravilhado|estrela|gargalhando|olhos|rosto
rosto mandando um beijo|beijo|rosto
rosto beijando|beijo|rosto
rosto sorridente|rosto|sorridente|sorriso
rosto beijando com olhos fechados|beijando com os olhos fechados|olhos fechados|rosto
rosto beijando com olhos sorridentes|olhos sorrindo|rosto|rosto beijando com um sorriso|sorriso
rosto sorridente com lágrima|aliviado|emocionado|grato|lágrima|orgulhoso|sorrindo
rosto saboreando comida|delicioso|gostoso|nham|rosto|sorriso
rosto mostrando a língua|rosto|rosto com língua para fora
rosto piscando e com língua para fora|brincadeira|língua para fora com piscadela|piscadela|provocação|rosto
rosto bizarro|excêntrico|grande|olho|pequeno
rosto com olhos semicerrados e língua para fora|horrível|língua para fora|língua para fora com os olhos fechados|olhos fechados|rosto
rosto com cifrões|cifrão|dinheiro|dinheiro na boca|rico|riqueza|rosto
rosto abraçando|abraço|mãos abraçando|rosto
rosto com a mão sobre a boca|ops
rosto com olhos abertos e mão sobre a boca|assustado|descrença|embaraçar|espanto|surpresa|temor
rosto com olho espiando|cativado|espiar|olhar fixamente
rosto fazendo sinal de silêncio|quieto|silêncio
rosto pensativo|mão no queixo|pensando|rosto
rosto saudando|ensolarado|ok|saudação|sim|tropas
rosto com boca de zíper|rosto|zíper
rosto com sobrancelha levantada|cético|desconfiança
rosto neutro|neutro|rosto|sem comentários|sem emoção
rosto inexpressivo|rosto|sem expressão
rosto sem boca|calado|quieto|rosto|sem boca
rosto com linha pontilhada|deprimido|desaparecer|esconder|introvertido|invisível
rosto nas nuvens|cabeça nas nuvens|distraído|rosto no nevoeiro
rosto com sorriso maroto|rosto|sorriso malicioso|sorriso maroto
rosto aborrecido|blasé|rosto|rosto de que não achou graça
rosto com olhos revirados|olhos|revirando os olhos|rosto
rosto expressando desagrado|fazendo careta|rosto|rosto fazendo careta
rosto exalando|alívio|assobio|assovio|choque|exalar
rosto de mentiroso|mentindo|mentira|mentiroso|pinóquio
rosto aliviado|alívio|rosto
rosto deprimido|deprimido|desanimado|rosto
rosto sonolento|rosto|rosto com sono
rosto babando|babando|babar
rosto dormindo|rosto|sono|zzz
rosto com máscara médica|doente|gripado|máscara|máscara médica|resfriado|rosto
rosto com termômetro|de cama|febre|febril|rosto|termômetro
rosto com atadura na cabeça|acidentado|ferimento|rosto|rosto com curativos|rosto machucado
rosto nauseado|enjoado|enjoo|vômito
rosto vomitando|doente|vômito
rosto espirrando|espirrando|espirro
rosto fervendo de calor|febril|insolação|quente|rosto vermelho|suando
rosto gelado|congelando|frio|gélido|glacial|rosto azul de frio
rosto embriagado|bêbado|boca ondulada|embriagado|intoxicado|olhos tortos
rosto atordoado|rosto
rosto com olhos em espiral|espirais|hipnotizado|problema|tontura|uau
cabeça explodindo|chocado
rosto com chapéu de caubói|caubói|rosto
rosto festivo|apito|chapéu|comemoração|festa
rosto disfarçado|disfarce|incógnito|nariz|óculos|rosto
rosto sorridente com óculos escuros|óculos escuros|rosto|sol|sorrindo|sorrindo de óculos escuros
rosto de nerd|cdf|estudioso|nerd|sabe-tudo
rosto com monóculo|conservador
rosto confuso|confuso|indeciso|rosto
rosto com boca diagonal|cético|desapontado|inseguro|meh
rosto preocupado|rosto
rosto meio triste|rosto|tristinho
rosto descontente|descontente|rosto|rosto de desaprovação|triste
rosto com boca aberta|boca|boca aberta|empatia|rosto
rosto surpreso|espantado|rosto|surpreso
rosto espantado|chocado|estupefato|rosto|totalmente chocado
rosto ruborizado|atordoado|rosto
rosto implorando|implorando|olhar de cachorrinho|perdão
rosto segurando as lágrimas|chorar|com raiva|orgulhoso|resistir|triste
rosto franzido com boca aberta|aberta|boca|rosto assustado
rosto angustiado|rosto|sofrendo
rosto amedrontado|assustado|rosto
rosto ansioso com gota de suor|boca aberta|rosto|rosto azul com suor frio|suor frio
rosto triste, mas aliviado|aliviado|decepcionado|rosto|ufa
rosto chorando|lágrimas|rosto|triste
rosto chorando aos berros|chorando|chorar|lágrimas|rosto
rosto gritando de medo|assustado|gritando de medo|medo|rosto|temeroso
rosto perplexo|perplexo|rosto
rosto perseverante|perseverança|perseverante
rosto desapontado|desapontamento|rosto|rosto decepcionado
rosto cabisbaixo com gota de suor|rosto|rosto com suor frio
rosto desolado|cansado|rosto|rosto aborrecido
rosto cansado|cansado|exausto|rosto
rosto bocejando|bocejo|cansado|entediado
rosto soltando vapor pelo nariz|rosto|triunfo|vitória
rosto furioso|irado|rosto|rosto vermelho|rosto vermelho furioso|zangado
rosto zangado|irado|rosto
rosto com símbolos na boca|xingando
rosto sorridente com chifres|chifres|rosto|sorriso
rosto zangado com chifres|demônio|diabo|rosto
caveira|conto de fadas|corpo|morte
caveira e ossos cruzados|caveira|morte|ossos cruzados|pirata
cocô|estrume|excremento|fezes|pilha de cocô
rosto de palhaço|palhaço|rosto
ogro|conto de fadas|monstro|ogro japonês|oni
duende japonês|conto de fadas|goblin|monstro|tengu
fantasma|conto de fadas|rosto
alienígena|extraterrestre|OVNI|rosto
monstro alienígena|monstro|OVNI|rosto
rosto de robô|monstro|robô|rosto
rosto de gato sorrindo|aberta|boca|gato|rosto|rosto de gato
rosto de gato sorrindo com olhos sorridentes|gato|olho|rosto|sorridente|sorriso
rosto de gato com lágrimas de alegria|alegria|gato|lágrimas|rosto
rosto de gato sorridente com olhos de coração|amor|coração|gato|olho|rosto|sorriso
rosto de gato com sorriso irônico|gato|irônico|rosto|rosto de gato|sorriso
rosto de gato mandando um beijo|beijo|gato|olho fechado|rosto
rosto de gato desolado|gato|muito surpreso|oh!|rosto
rosto de gato chorando|chorar|choro|gato|lágrima|rosto|triste
rosto de gato mal-humorado|fazendo bico|gato|rosto|rosto de gato
macaco que não vê nada|macaco|macaco com olhos tapados|olhos tapados
macaco que não ouve nada|macaco|macaco com ouvidos tapados|ouvidos tapados
macaco que não fala nada|boca tapada|macaco|macaco com as mãos tapando a boca
carta de amor|carta|coração|correspondência com coração|romance
coração com flecha|amor|coração|emoção|flecha
coração com fita|coração|dia dos namorados|emoção|fita
coração brilhante|amor|brilhante|emoção|emocionante
coração crescendo|amor|coração|emoção|nervosismo
coração pulsante|amor|batendo|coração|emoção|pulsante
corações girando|girando
dois corações|amantes|amor|emoção
coração decorativo|coração
exclamação de coração|exclamação|exclamação em forma de coração|pontuação|sinal
coração partido|coração|decepção amorosa|emoção|rompimento
coração em chamas|amor|chamas|coração|coração sagrado|fogo|luxúria
coração remendado|bem|bom|curando|mais saudável|melhorando|recuperação
coração vermelho|amor|coração
coração laranja|coração|emoção|laranja
coração amarelo|amarelo|coração|emoção
coração verde|coração|emoção|verde
coração azul|azul|coração|emoção
coração roxo|coração|emoção|roxo
coração marrom|coração|marrom
coração preto|coração|negro|preto
coração branco|branco|coração
marca de beijo|beijo|lábios|romance
cem pontos|100|100 pontos|pontuação|pontuação total
símbolo de raiva|com raiva|emoção|engraçado
colisão|emoção|engraçado|símbolo de colisão
zonzo|emoção|engraçado|estrelas|olhando para as estrelas
pingos de suor|com suor|emoção|engraçado|suor
rapidez|correr|emoção|engraçado|fugir
buraco|buraco no chão
balão de diálogo|balão|balão de conversa|diálogo|engraçado
olho no balão de diálogo|balão de diálogo|olho|testemunha
balão de diálogo à esquerda|balão de diálogo
balão de raiva à direita|balão de diálogo|discurso furioso|enérgico|irado|raiva
balão de pensamento|balão|engraçado|pensamento
zzz|dormindo|emoção|engraçado|roncando|Zzz
mão acenando|aceno|mão
dorso da mão levantado|levantada|mão|palma|pare
mão aberta com os dedos separados|cinco dedos|dedos|mão|mão aberta indicando cinco|palma da mão
mão levantada|mão erguida
saudação vulcana|dedos|jornada nas estrelas|mão|saudação|spock|star trek
mão para a direita|direita|mão|para a direita
mão para a esquerda|esquerda|mão|para a esquerda
mão com a palma para baixo|cair|descartar|xô
mão com a palma para cima|acenar|oferecer|pegar|venha
sinal de ok|mão|mão sinalizando ok|ok|sinal
dedos comprimidos|beliscado|dedos|gesto de mão|interrogação|sarcástico
mão beliscando|pequena quantidade
mão em V de vitória|mão com sinal de vitória|sim!|vitória
dedos cruzados|cruzados|dedos|mão|sorte
mão com dedo indicador e polegar cruzados|amor|caro|coração|dinheiro|estalar
gesto de "te amo"|mão|te amo
saudação do rock|chifres|dedos|mão
sinal "me liga"|ligar
dorso da mão com dedo indicador apontando para a esquerda|costas da mão|dedo|dedo apontado para esquerda|dedo indicador
dorso da mão com dedo indicador apontando para a direita|costas da mão|dedo|dedo apontado para direita|dedo indicador
dorso da mão com dedo indicador apontando para cima|costas da mão|dedo|dedo apontado para cima|dedo indicador
dedo do meio|dedo|gesto ofensivo|mão
dorso da mão com dedo indicador apontando para baixo|costas da mão|dedo|dedo apontado para baixo|dedo indicador
indicador apontando para cima|dedo|dedo apontando para cima|indicador|mão
indicador apontando para o visualizador|apontar|você
polegar para cima|dedão|mão|para cima|sinal
polegar para baixo|dedão|mão|para baixo|sinal
punho levantado|punho erguido
soco|mão|punho
punho esquerdo|esquerdo|punho|soco
punho direito|direito|punho|soco
mãos aplaudindo|aplauso|mãos|sinal
mãos para cima|ambas as mãos|comemoração|levantando ambas as mãos para comemorar
mãos de coração|amor
mãos abertas|abertas|mão|sinal|sinal de mãos abertas
palmas unidas para cima|oração
aperto de mãos|aperto|combinado|cumprimento|mãos
mãos juntas|gesto|mão|reza|rezando|rezar
escrevendo à mão|caneta|escrevendo|mão
esmalte de unha|cosméticos|esmalte|unhas
selfie|camera|celular|foto|smartphone
bíceps|contraído|engraçado|forte|músculo
braço mecânico|acessibilidade|prótese
perna mecânica|acessibilidade|prótese
perna|chute|membro
pé|chute|pisão
orelha|corpo
ouvido com aparelho auditivo|acessibilidade|deficiência auditiva
nariz|corpo|rosto
cérebro|inteligente
coração humano|cardiologia|centro|órgão|pulsação|pulso
pulmões|espiração|exalação|inalação|órgão|respiração
dente|dentista
osso|esqueleto
olhos|olho|rosto
olho|parte do corpo|rosto
língua|corpo|rosto
boca|corpo|lábios|rosto
mordendo o lábio|ansioso|desconfortável|flertando|medo|nervoso|preocupado
bebê|neném
criança
menino|jovem
menina|garota
pessoa|adulto|gênero não especificado
pessoa: cabelo louro|cabelo|loiro|louro|pessoa loira|pessoa loura
homem|adulto
homem: barba|barba|barbudo|homem|pessoa
homem: barbudo|barba|homem|homem: barba
mulher: barba|barba|mulher
homem: cabelo vermelho|adulto|cabelo vermelho|homem
homem: cabelo cacheado|adulto|cabelo cacheado|homem
homem: cabelo branco|adulto|cabelo branco|homem
homem: careca|adulto|careca|homem
mulher|adulta
mulher: cabelo vermelho|adulta|cabelo vermelho|mulher
pessoa: cabelo vermelho|adulto|cabelo vermelho|gênero não especificado|pessoa
mulher: cabelo cacheado|adulta|cabelo cacheado|mulher
pessoa: cabelo cacheado|adulto|cabelo cacheado|gênero não especificado|pessoa
mulher: cabelo branco|adulta|cabelo branco|mulher
pessoa: cabelo branco|adulto|cabelo branco|gênero não especificado|pessoa
mulher: careca|adulta|careca|mulher
pessoa: careca|adulto|careca|gênero não especificado|pessoa
mulher: cabelo loiro|loira|loura|mulher
homem: cabelo loiro|cabelo|homem|loiro|louro
idoso|adulto
homem idoso|adulto|homem|idoso
idosa|adulta|mulher
franzindo a sobrancelha|gesto|pessoa|pessoa franzindo a sobrancelha
homem franzindo a sobrancelha|carrancudo|desconfiado|homem
mulher franzindo a sobrancelha|carrancuda|desconfiada|mulher
pessoa fazendo bico|fazendo bico|gesto|pessoa
homem fazendo bico|bico|cara feia|homem
mulher fazendo bico|bico|cara feia|mulher
pessoa fazendo gesto de “não”|gesto|mão|proibido
homem fazendo gesto de “não”|gesto|homem|mão|proibido
mulher fazendo gesto de “não”|gesto|mão|mulher|proibido
pessoa fazendo gesto de “OK”|gesto|mão|OK
homem fazendo gesto de “OK”|gesto|homem|mão|OK
mulher fazendo gesto de “OK”|gesto|mão|mulher|OK
pessoa com a palma virada para cima|ajuda|informações|mão
homem com a palma virada para cima|homem
mulher com a palma virada para cima|mulher
pessoa levantando a mão|feliz|gesto|levantando a mão|pessoa
homem levantando a mão|gesto|homem|mão|pedir a palavra
mulher levantando a mão|gesto|mão|mulher|pedir a palavra
pessoa surda|acessibilidade|audição|orelha|surdos
homem surdo|homem|surdo
mulher surda|mulher|surda
pessoa fazendo reverência|desculpa|gesto|perdão|pessoa|reverência|reverência respeitosa
homem fazendo reverência|desculpas|gesto|homem|homem pedindo desculpas|respeito|reverência
mulher fazendo reverência|desculpas|gesto|mulher|mulher pedindo desculpas|respeito|reverência
pessoa decepcionada|decepção|desapontamento|pessoa dececionada
homem decepcionado|decepção|desapontamento|homem
mulher decepcionada|decepção|desapontamento|mulher
pessoa dando de ombros|dar de ombros|ignorância|indiferença|ombros
homem dando de ombros|dar de ombros|homem|indiferença
mulher dando de ombros|dar de ombros|indiferença|mulher
profissional de saúde|cuidados de saúde|enfermeira|médico|terapeuta
homem profissional da saúde|doutor|enfermeiro|homem|médico|saúde|terapeuta
mulher profissional da saúde|doutora|enfermeira|médica|mulher|saúde|terapeuta
aluno|estudante|graduando
estudante|aluno|formando|homem
aluna|estudante|formanda|mulher
professora na escola|instrutora|professora
professor|homem|instrutor|mestre
professora|instrutora|mestra|mulher
juiz no tribunal|balança|juiz
juiz|balança|homem|justiça
juíza|balança|justiça|mulher
agricultor|jardineiro|rancheiro
fazendeiro|agricultor|homem|jardineiro
fazendeira|agricultora|jardineira|mulher
chef de cozinha|chef|cozinheiro
cozinheiro|chef|homem
cozinheira|chef|mulher
mecânico trabalhando|comerciante|eletricista|encanador|mecânico
mecânico|eletricista|encanador|homem|prestador de serviços
mecânica|eletricista|encanadora|mulher|prestadora de serviços
funcionário de fábrica|fábrica|industrial|montagem|trabalhador
operário|fábrica|homem|indústria|trabalhador
operária|fábrica|indústria|mulher|trabalhadora
trabalhador de escritório|arquiteto|colarinho branco|gerente|negócios
funcionário de escritório|arquiteto|colarinho branco|empresário|gerente|homem
funcionária de escritório|arquiteta|colarinho branco|empresária|funcionára de escritório|gerente|mulher
cientista|biólogo|engenheiro|físico|químico
cientista homem|biólogo|físico|homem|professor|químico
cientista mulher|bióloga|física|mulher|professora|química
programador|desenvolvedor|inventor|software|tecnólogo
tecnólogo|desenvolvedor|homem|inventor|programador|software
tecnóloga|desenvolvedora|inventora|mulher|programadora|software
cantor|ator|entretenimento|estrela|rock
cantor homem|artista|ator|cantor|homem|pop|rock
cantora|artista|atriz|mulher|pop|rock
artista|paleta
artista plástico|artista|homem|pintura
artista plástica|artista|mulher|pintura
piloto|avião
piloto de avião homem|avião|homem
piloto de avião mulher|avião|mulher
astronauta|foguete
astronauta homem|espaço|foguete|homem
astronauta mulher|espaço|foguete|mulher
bombeiro|caminhão de bombeiros
bombeiro homem|bombeiro|caminhão do corpo de bombeiros|homem
bombeira|caminhão do corpo de bombeiros|mulher
policial|polícia
policial homem|homem|polícia|policial|tira
policial mulher|mulher|polícia|policial|tira
detetive|espião|investigador
detetive homem|espião|homem|investigador
detetive mulher|espiã|investigadora|mulher
guarda|segurança
guarda homem|guarda|homem|segurança
guarda mulher|guarda|mulher|segurança
ninja|furtividade|lutador|oculto
trabalhador de construção civil|chapéu|construção|trabalhador
pedreiro|construção|homem|operário
pedreira|construção|mulher|operária
pessoa com coroa|monarca|nobre|real|realeza
príncipe
princesa|conto de fadas|fantasia
pessoa com turbante|turbante
homem com turbante|homem|turbante
mulher com turbante|mulher|turbante
homem de boné|gua pi mao|homem com gua pi mao|pessoas
mulher com véu|hijab|lenço
pessoa de smoking|festa|gala|homem|homem de smoking|noivo|smoking
homem de smoking|homem|smoking
mulher de smoking|mulher|smoking
pessoa com véu|casamento|noiva|noiva com véu|véu
noivo com véu|noivo|véu
noiva com véu|noiva|véu
grávida|mulher
homem grávido|barriga|cheio|grávido|inchado
pessoa grávida|barriga|cheio|gravidez|inchada
amamentando|amamentação|bebê|neném
mulher alimentando bebê|alimentando|bebê|mulher|neném
homem alimentando bebê|alimentando|bebê|homem|neném
pessoa alimentando bebê|alimentando|bebê|neném|pessoa
bebê anjo|anjo|conto de fadas|rosto
Papai Noel|comemoração|Natal|Noel
Mamãe Noel|comemoração|Natal|Noel
noel|Noel, natal
super-herói|boa|bom|herói|heroína|superpoder
homem super-herói|bom|herói|homem|superpoder
super-heroína|boa|herói|heroína|mulher|superpoder
supervilão|criminoso|mal|superpoder|vilão
homem supervilão|criminoso|homem|mal|superpoder|vilão
supervilã|criminosa|má|mulher|superpoder|vilã
mago|bruxa|feiticeira|maga
homem mago|feiticeiro|mago
maga|bruxa|feiticeira
fada
homem fada|fada
mulher fada|fada
vampiro|Drácula
homem vampiro|Drácula|vampiro
mulher vampira|vampira
pessoa sereia|sereia
sereio|Tritão
sereia
elfo|mágico
elfo homem|duende homem|elfo
elfa|duende mulher
gênio
homem gênio
mulher gênio
zumbi|cazumbi
homem zumbi|cazumbi
mulher zumbi|cazumbi
troll|conto de fadas|fantasia|monstro
pessoa recebendo massagem facial|massagem|massagem facial|pele
homem recebendo massagem facial|homem|massagem|relaxamento
mulher recebendo massagem facial|massagem|mulher|relaxamento
pessoa cortando o cabelo|beleza|corte de cabelo|salão|salão de beleza
homem cortando o cabelo|corte de cabelo|homem|salão de beleza
mulher cortando o cabelo|corte de cabelo|mulher|salão de beleza
pessoa andando|andar|caminhar|pessoa caminhando
homem andando|andar|caminhar|homem caminhando
mulher andando|andar|caminhar|mulher caminhando
pessoa em pé|de pé
homem em pé|em pé|homem
mulher em pé|em pé|mulher
pessoa ajoelhando|ajoelhada|ajoelhar|pessoa ajoelhada
homem ajoelhando|ajoelhado|homem
mulher ajoelhando|ajoelhada|mulher
pessoa com bengala para cego|acessibilidade|cego
homem com bengala para cego|accessibilidade|cego|homem
mulher com bengala para cego|accessibilidade|cega|mulher
pessoa em cadeira de rodas motorizada|acessibilidade|cadeira de rodas
homem em cadeira de rodas motorizada|acessibilidade|cadeira de rodas|homem
mulher em cadeira de rodas motorizada|acessibilidade|cadeira de rodas|mulher
pessoa em cadeira de rodas manual|acessibilidade|cadeira de rodas
homem em cadeira de rodas manual|acessibilidade|cadeira de rodas|homem
mulher em cadeira de rodas manual|acessibilidade|cadeira de rodas|mulher
pessoa correndo|corrida|esporte|maratona|maratonista
homem correndo|corrida|esporte|homem|maratona
mulher correndo|corrida|esporte|maratona|mulher
mulher dançando|dançando|mulher
homem dançando|dançando|homem
homem de terno levitando|homem|homem de terno|terno
pessoas com orelhas de coelho|dançar|festa|orelhas de coelho
homens com orelhas de coelho|dançarino|festa|homens|orelhas de coelho
mulheres com orelhas de coelho|dançarinas|festa|mulheres|orelha de coelho
pessoa na sauna|sauna
homem na sauna|sauna
mulher na sauna|sauna
pessoa escalando|escalar
homem escalando|escalar
mulher escalando|escalar
esgrimista|esgrima|espada|esporte|pessoa
corrida de cavalos|cavalo|cavalo de corrida|corrida|esporte|jóquei
esquiador|esqui|neve
praticante de snowboard|esporte|snowboard
golfista|bola|esporte|golfe|pessoa jogando golfe
homem golfista|golfe|homem|homem jogando golfe
mulher golfista|golfe|mulher|mulher jogando golfe
surfista|pessoa surfando|surfe
homem surfista|homem|surfando
mulher surfista|mulher|surfando
pessoa remando|barco|barco a remo|veículo
homem remando|esporte|homem|remador|remo
mulher remando|esporte|mulher|remadora|remo
pessoa nadando|esporte|nadar
homem nadando|homem|nadar|natação
mulher nadando|mulher|nadar|natação
pessoa jogando basquete|basquete|bola|esporte
homem jogando basquete|basquete|bola|esporte|homem
mulher jogando basquete|basquete|bola|esporte|mulher
pessoa levantando peso|esporte|força|peso
homem levantando peso|esporte|força|homem|peso
mulher levantando peso|esporte|força|mulher|peso
ciclista|bicicleta
homem ciclista|bicicleta|esporte|homem|passeio
mulher ciclista|bicicleta|esporte|mulher|passeio
pessoa fazendo mountain bike|bicicleta|ciclista|mountain bike
homem fazendo mountain bike|bicicleta|ciclista|mountain bike
mulher fazendo mountain bike|bicicleta|ciclista|mountain bike
pessoa fazendo estrela|esporte|estrela|ginástica|pessoa
homem fazendo estrela|esporte|estrela|ginástica|homem
mulher fazendo estrela|esporte|estrela|ginástica|mulher
pessoas lutando|esporte|luta|lutadores|pessoa
homens lutando|esporte|homem|luta|lutador
mulheres lutando|esporte|luta|lutadora|mulher
pessoa jogando polo aquático|esporte|pessoa
homem jogando polo aquático|esporte|homem|jogador de polo aquático|piscina|polo
mulher jogando polo aquático|esporte|jogadora de polo aquático|mulher|piscina|polo
handebol|bola|esporte|pessoa
jogador de handebol|bola|esporte|handebol|homem|quadra
jogadora de handebol|bola|esporte|handebol|mulher|quadra
malabarista|equilíbrio|habilidade|malabarismo|multitarefa
homem malabarista|equilíbrio|habilidade|homem|malabarismo|multitarefa
mulher malabarista|equilíbrio|habilidade|malabarismo|mulher|multitarefa
pessoa na posição de lótus|ioga|meditação|yoga
homem na posição de lótus|ioga|meditação|yoga
mulher na posição de lótus|ioga|meditação|yoga
pessoa tomando banho|banheira
pessoa deitada na cama|hotel|pessoa|sono
pessoas de mãos dadas|casal|de mãos dadas|mão|pessoa|segurando
duas mulheres de mãos dadas|casal|duas mulheres de mão dadas|mãos dadas|mulher|pessoas
homem e mulher de mãos dadas|casal|homem|mãos dadas|mulher
dois homens de mãos dadas|casal|gêmeos|homens|irmãos|mãos dadas
beijo|beijar|casal
beijo: mulher e homem|beijar|beijo|casal|homem|mulher
beijo: homem e homem|beijar|beijo|casal|homem
beijo: mulher e mulher|beijar|beijo|casal|mulher
casal apaixonado|casal com um coração|coração|pessoas|romance
casal apaixonado: mulher e homem|casal apaixonado|casal com um coração|coração|homem|mulher|pessoas|romance
casal apaixonado: homem e homem|casal apaixonado|casal com um coração|coração|homem|pessoas|romance
casal apaixonado: mulher e mulher|casal apaixonado|casal com um coração|coração|mulher|pessoas|romance
família|filho|mãe|pai|pessoas
família: homem, mulher e menino|família|filho|homem|mãe|menino|mulher|pai|pessoas
família: homem, mulher e menina|família|filho|homem|mãe|menina|mulher|pai|pessoas
família: homem, mulher, menina e menino|família|filho|homem|mãe|menina|menino|mulher|pai|pessoas
família: homem, mulher, menino e menino|família|filho|homem|mãe|menino|mulher|pai|pessoas
família: homem, mulher, menina e menina|família|filho|homem|mãe|menina|mulher|pai|pessoas
família: homem, homem e menino|família|filho|homem|mãe|menino|pai|pessoas
família: homem, homem e menina|família|filho|homem|mãe|menina|pai|pessoas
família: homem, homem, menina e menino|família|filho|homem|mãe|menina|menino|pai|pessoas
família: homem, homem, menino e menino|família|filho|homem|mãe|menino|pai|pessoas
família: homem, homem, menina e menina|família|filho|homem|mãe|menina|pai|pessoas
família: mulher, mulher e menino|família|filho|mãe|menino|mulher|pai|pessoas
família: mulher, mulher e menina|família|filho|mãe|menina|mulher|pai|pessoas
família: mulher, mulher, menina e menino|família|filho|mãe|menina|menino|mulher|pai|pessoas
família: mulher, mulher, menino e menino|família|filho|mãe|menino|mulher|pai|pessoas
família: mulher, mulher, menina e menina|família|filho|mãe|menina|mulher|pai|pessoas
família: homem e menino|família|filho|homem|mãe|menino|pai|pessoas
família: homem, menino e menino|família|filho|homem|mãe|menino|pai|pessoas
família: homem e menina|família|filho|homem|mãe|menina|pai|pessoas
família: homem, menina e menino|família|filho|homem|mãe|menina|menino|pai|pessoas
família: homem, menina e menina|família|filho|homem|mãe|menina|pai|pessoas
família: mulher e menino|família|filho|mãe|menino|mulher|pai|pessoas
família: mulher, menino e menino|família|filho|mãe|menino|mulher|pai|pessoas
família: mulher e menina|família|filho|mãe|menina|mulher|pai|pessoas
família: mulher, menina e menino|família|filho|mãe|menina|menino|mulher|pai|pessoas
família: mulher, menina e menina|família|filho|mãe|menina|mulher|pai|pessoas
silhueta falando|cabeça|falando|silhueta|voz
silhueta de busto|busto|pessoas|silhueta
silhueta de bustos|busto|pessoas|silhueta
pessoas se abraçando|abraço|adeus|obrigado|olá
pegadas|corpo|gravura|pé
rosto de macaco|animal|macaco|rosto
macaco|animal
gorila|animal|macaco
orangotango|macaco
rosto de cachorro|animal|cachorro|rosto
cachorro|animal
cão-guia|acessibilidade|cegueira|guia
cão de serviço|accessibilidade|assistência|cão|serviço
poodle|animal|cachorro
rosto de lobo|animal|lobo|rosto
rosto de raposa|raposa|rosto
guaxinim|astuto|curioso
rosto de gato|animal|gato|rosto
gato|animal
gato preto|azar|gato|preto
rosto de leão|animal|leão|rosto|zodíaco
rosto de tigre|animal|tigre
tigre|animal
leopardo|animal
rosto de cavalo|animal|cavalo|rosto
cavalo|animal|corrida de cavalo|equestre
rosto de unicórnio|rosto|unicórnio
zebra|animal|listra
cervo|animal|veado
bisão|bisonte|búfalo|rebanho
rosto de vaca|animal|rosto|vaca
boi|animal|Touro|zodíaco
búfalo-asiático|água|animal|búfalo
vaca|animal
rosto de porco|animal|porco|rosto
porco|animal
javali|animal
nariz de porco|animal|nariz|porco|rosto
carneiro|animal|Áries|zodíaco
ovelha|animal
cabra|animal|bode|Capricórnio|zodíaco
camelo|animal|camelo de uma só corcova|corcova|dromedário
camelo com duas corcovas|animal|camelo|camelo asiático com duas corcovas|corcova
lhama|alpaca|animal|guanaco|lã|vicunha
girafa|animal
elefante|animal
mamute|extinto|grande|lanoso|presa
rinoceronte|animal
hipopótamo|animal
rosto de camundongo|animal|camundongo|rosto
camundongo|animal
rato|animal|ratazana
rosto de hamster|animal|hamster|rosto
rosto de coelho|animal|coelho|rosto
coelho|animal|coelhinho
esquilo|animal
castor|represa
porco-espinho|animal
morcego|animal|vampiro
rosto de urso|animal|rosto|urso
urso polar|ártico|branco|urso
coala|animal
rosto de panda|animal|panda|rosto
preguiça|lenta|preguiçosa
lontra|brincalhona|pesca
gambá|fedor
canguru|Austrália|joey|marsupial|pula
texugo|ratel|texugo de mel
patas|pata|pegada|pegada de pata
peru|ave
galinha|ave
galo|ave
pintinho chocando|ave|chocando|filhote|galinha|pintinho|pinto
pintinho de perfil|ave|filhote|galinha|pintinho|pinto
pintinho de frente|ave|fihote|galinha|pintinho|pinto
pássaro|animal
pinguim|animal
pomba branca|animal|ave branca|pássaro|paz|pomba
águia|pássaro
pato|pássaro
cisne|pássaro|patinho feio
coruja|pássaro|sabedoria
dodô|extinto|grande|Maurício
pena|leve|pássaro|plumagem|voo
flamingo|extravagante|tropical
pavão|ave|orgulhoso|pavoa|pomposo
papagaio|fala|pássaro|pirata
sapo|animal|rosto|rosto de sapo
crocodilo|animal
tartaruga|animal
lagartixa|animal|réptil
cobra|animal|réptil|serpente
rosto de dragão|animal|dragão|rosto
dragão|animal
saurópode|braquiossauro|brontossuro|diplódoco
tiranossauro rex|T-Rex
baleia esguichando água|animal|baleia|esguicho
baleia|animal
golfinho|animal
foca|leão marinho
peixe|animal|Peixes|zodíaco
peixe tropical|animal|peixe
baiacu|animal|peixe
tubarão|peixe
polvo|animal
caramujo|animal
coral|oceano|recife
caracol|animal
borboleta|beleza|inseto
inseto|animal|centopeia|lagarta
formiga|inseto
abelha|inseto
besouro|bicho|inseto
joaninha|inseto
grilo|inseto
barata|baratas|inseto|praga
aranha|inseto
teia de aranha|aranha|inseto|teia
escorpião|Escorpião|inseto|zodíaco
mosquito|doença|febre|inseto|malária|vírus
mosca|apodrecendo|doença|larva|praga
minhoca|anelídeo|parasita
micróbio|ameba|bactéria|vírus
buquê|flor
flor de cerejeira|cereja|cerejeira|flor
flor branca|flor
lótus|budismo|flor|hinduísmo|Índia|pureza|Vietnã
roseta|flor
rosa|flor
flor murcha|flor|murcha|murchando
hibisco|flor
girassol|flor
flor|florescer
tulipa|flor
muda de planta|muda|plantinha
vaso com planta|casa|chato|nutrir|planta|plantar|sem utilidade
conífera|árvore
árvore caidiça|árvore|caidiça|desfolha
palmeira|árvore
cacto|planta
planta de arroz|arroz|espiga|espiga de arroz
erva|folha
trevo|trevo de três folhas
trevo de quatro folhas|folhas|quatro|trevo
folha de bordo|folha|folha caída
folhas caídas|caídas|cair|folha|folhas
folha ao vento|folha|soprando|vento
ninho vazio|aninhando
ninho com ovos|aninhando
cogumelo|champignon
uvas|fruta
melão|fruta
melancia|fruta
tangerina|fruta|laranja
limão|cítrico|fruta|limão siciliano
banana|fruta
abacaxi|fruta
manga|fruta|tropical
maçã vermelha|fruta|maçã|vermelha
maçã verde|fruta|maçã|verde
pera|fruta
pêssego|fruta
cereja|fruta|frutas vermelhas
morango|fruta|frutas vermelhas
mirtilos|azul|baga|blueberry|mirtilo
kiwi|comida|fruta
tomate|fruta|fruto|legume
azeitona|alimento
coco|fruta
abacate|comida|fruta
berinjela|legume
batata|comida|legume
cenoura|comida|legume
milho|espiga|espiga de milho
pimenta|apimentado|tempero
pimentão|capsicum|pimenta|vegetal
pepino|comida|legume|picles
verdura|alface|bok choy|couve|repolho
brócolis
alho|tempero
cebola|tempero
amendoim|comida
feijões|alimento|comida|legume
castanha|planta
pão|pão de forma
croissant|comida|pão
baguete|bisnaga|comida|pão
pão sírio|arepa|lavash|naan|pita
pretzel
rosca|chimia|pão
panquecas|comida|crepes
waffle|gofre|wafle
queijo|queijo suíço
carne|carne no osso|osso
coxa de frango|aves|coxa|coxinha
corte de carne|bife|costeleta de porco
bacon|comida|toucinho
hambúrguer|búrguer
batata frita|fritas
pizza|fatia de pizza
cachorro-quente|hot dog|pão com salsicha
sanduíche
taco|comida mexicana
burrito|comida mexicana
tamale|enrolado|mexicano
pão recheado|comida|kebab|pão|recheio|wrap
falafel|almôndega|grão de bico
ovo|comida
ovo frito|frigideira|ovo|ovo estrelado
caçarola com comida|caçarola|comida|paella|panela|rasa
panela|ensopado|tigela de comida
fondue|chocolate|derretido|panela|queijo|suíço
tigela com colher|café da manhã|cereal
salada verde|comida|salada|verde
pipoca|balde de pipoca|pipoca de cinema
manteiga|laticínio
sal|condimento|saleiro
comida enlatada|lata
bentô|caixa|caixa de bentô
biscoito de arroz|arroz|cracker
arroz japonês|arroz|japonês|onigiri
arroz cozido|arroz
arroz com curry|arroz|curry|curry e arroz
lámen|ramen|tigela
espaguete|macarrão|macarronada
batata assada|assada|batata|batata-doce
oden|espetinho|frutos do mar|frutos do mar no espetinho|restaurante
sushi|comida japonesa
camarão frito|camarão|tempura
bolinho de peixe|croquete de peixe|peixe
bolo lunar|festival|outono|yuèbǐng
dango|bolinho japonês|japonês|mochi|mochiko|sobremesa
bolinho asiático|asiático|bolinho|chinês|dumpling|empanada
biscoito da sorte|profecia
caixa para viagem
caranguejo|animal|Câncer|zodíaco
lagosta|bisque|caldo|fruto do mar|garras
camarão|comida|crustáceo
lula|comida|molusco
ostra|mergulho|pérola
sorvete italiano|sorvete|sorvete de casquinha|sorvete na casquinha
raspadinha de gelo|gelo|raspadinha|sobremesa
sorvete|sobremesa
donut|rosquinha
biscoito|bolacha|cookie|doce
bolo de aniversário|aniversário|bolo|comemoração
pão de ló de morango|bolo|fatia|fatia de bolo|pão de ló|sobremesa
cupcake|bolo|confeitaria|doce|torta
torta|fatia de torta
chocolate|barra|barra de chocolate
bala|balinha|doce
pirulito|bala|doce
pudim|pudim de leite|pudim de ovos
pote de mel|mel|pote
mamadeira|bebê|leite|leitinho|neném
copo de leite|copo|leite
café|cafezinho|chá
bule|bebida|chá|chaleira
xícara de chá sem alça|bebida|chá|xícara|xícara de chá
saquê|bar|bebida|copo|garrafa|garrafa e copo de saquê
garrafa de champanhe|bar|champanha|champanhe|espumante|garrafa
vinho|bar|bebida|cálice de vinho|taça de vinho
coquetel|bar|taça de coquetel
bebida tropical|bar|bebida|coquetel de frutas|drink|tropical
cerveja|bar|caneca|caneca de cerveja|chopp
canecas de cerveja|bar|caneca|canecas|cerveja|chopp
taças brindando|brinde|champanhe|comemoração|taça|tim-tim
copo|bebida|drink|whisky
derramando líquido|bebida|derramar|vazio|vidro
copo com canudo|suco
chá perolado|bolha|chá|leite|pérola
suco de caixa|caixa de suco
mate|bebida
cubo de gelo|gelado|iceberg
hashi|pauzinhos
prato com talheres|prato com garfo e faca|prato com talheres ao lado|restaurante
garfo e faca|faca|garfo|talher
colher|talher
faca de cozinha|faca
jarro|armazenar|condimento|molho|recipiente|vazio
ânfora|ornamento chinês|vaso|vaso chinês
globo mostrando Europa e África|África|Europa|Terra
globo mostrando as Américas|América|as Américas|Terra
globo mostrando Ásia e Oceania|Ásia|Austrália|Terra
globo com meridianos|meridianos
mapa-múndi|geografia|mapa|mundo
mapa do Japão|Japão|mapa
bússola|bússola magnética|navegação|orientação
montanha com neve|frio|montanha|neve
montanha
vulcão|erupção vulcânica
Monte Fuji|montanha
acampamento|barraca
praia e guarda-sol|guarda-sol|praia
deserto
ilha deserta|ilha
parque nacional|parque|parque com rio|rio
estádio
prédio grego|arquitetura|clássico|grego
construção|obra
tijolo|argamassa|argila|muro|parede|tijolos
pedra|pedregulho|pesado|rocha|sólido
madeira|lenha|madeira serrada|tronco
cabana|casa|yurt
casas
casa abandonada|casa
casa|construção
casa com jardim|casa|construção|jardim|lar
edifício comercial|edifício|escritório
correio japonês|correio|japonês|oriental|prédio
correio|europeu|prédio
hospital|prédio
banco|prédio
hotel|prédio
motel|amor|hotel|prédio
loja de conveniência|conveniência|loja|prédio
escola|prédio|prédio da escola
loja de departamentos|departamentos|loja
fábrica|prédio
castelo japonês|castelo|pagoda|pagode|prédio
castelo|castelo europeu|castelo medieval|prédio
capela de casamento|capela|casamento|romance
Torre de Tóquio|Tóquio|torre
Estátua da Liberdade|estátua|liberdade
igreja|prédio
mesquita|islã|muçulmano|religião
templo hindu|hindu|templo
sinagoga|judaísmo|judeu|religião|templo
santuário japonês|japonês|oriental|religião
caaba islã|islã|muçulmano|religião
fonte|chafariz
barraca|acampamento
enevoado|bruma|neblina|névoa|nevoeiro
noite estrelada|estrelas|noite
cidade|prédios
aurora sobre montanhas|montanha|nascer do sol sobre as montanhas|sol da manhã
aurora sobre água|rio|sol da manhã|sol nascendo
cidade ao anoitecer|anoitecer|cidade|noite|paisagem|pôr do sol|prédio
pôr do sol|anoitecer|pôr do sol sobre prédios|prédio
ponte à noite|noite|ponte da noite
chamas|calor|fogo
carrossel|cavalo|cavalo de carrossel|entretenimento
escorregador|brincar|parque de diversões
roda gigante|entretenimento|gigante|parque de diversões|roda
montanha russa|entretenimento|montanha|parque de diversões|russa
barbearia|barbeiro|barber pole|poste|poste de barbeiro
circo|entretenimento|lona|lona de circo
locomotiva|trem|veículo
vagão de trem|bonde elétrico|elétrico|ferroviário|trem elétrico|trólebus|vagão ferroviário|veículo
trem de alta velocidade|sistema de trens bala japonês|trem|veículo
trem de alta velocidade japonês|parte dianteira em formato de bala|sistema de trens bala japonês|sistema de trens bala japonês com parte dianteira em formato de bala|trem|veículo
trem|ferrovia|veículo
metrô|veículo
trem urbano|leve|trem|veículo
estação|trem
bonde elétrico|trólebus|veículo
monotrilho|veículo
estrada de ferro na montanha|carro|estrada de ferro|montanha|teleférico|veículo
bonde|bonde elétrico|carro|trólebus|veículo
ônibus|veículo
ônibus se aproximando|ônibus|se aproximando|veículo
trólebus|bonde elétrico|ônibus|veículo
van|ônibus|veículo
ambulância|veículo
carro do corpo de bombeiros|caminhão do corpo de bombeiros|carro|fogo|veículo
viatura policial|carro patrulha|polícia|veículo
viatura policial se aproximando|polícia|veículo|viatura policial
táxi|veículo
táxi se aproximando|táxi|veículo
carro|automóvel|veículo
carro se aproximando|automóvel|automóvel se aproximando|carro|se aproximando|veículo
SUV|carro|trailer|veículo|veículo recreacional
caminhonete|pick-up|veículo
caminhão de entrega|caminhão|veículo
caminhão|caminhão articulado|semi|trailer|veículo
trator|veículo
carro de corrida|automobilismo|carro|corrida
motocicleta|corrida
scooter|moto
cadeira de rodas manual|acessibilidade
cadeira de rodas motorizada|acessibilidade
automóvel riquixá|autorriquixá|tuk tuk
bicicleta|veículo
patinete|brinquedo
skate
patins de rodas|patins|rodas
ponto de ônibus|ônibus|ponto
estrada|caminho
trilhos|trem
barril de óleo|lata|lata de óleo|óleo
posto de gasolina|bomba de combustível|combustível|gasolina|posto
roda|círculo|girar|pneu
sirene|carro da polícia|farol policial|luz de viatura policial|luz giratória
semáforo horizontal|luz|sinais de trânsito|trânsito
semáforo vertical|luz|sinais de trânsito|trânsito
sinal de pare|pare|sinal
em construção|construção|símbolo|símbolo para “em construção”
âncora|sinal
boia|colete salva-vidas|flutuar|resgate|salva-vidas|segurança
barco a vela|barco|iate|resort|resort marítimo
canoa|barco
lancha|barco|veículo
cruzeiro|navio|passageiros|veículo
balsa|barco|ferry boat|ferry-boat
barco|motor|veículo
navio|veículo aquático
avião|aéreo|veículo
avião pequeno|aéreo|veículo|veículo pequeno
avião decolando|decolando|decolar|veículo
avião aterrissando|aterrissagem|aterrissando|avião|pousando|veículo
paraquedas|asa-delta|parasail|saltar de paraquedas
assento|cadeira
helicóptero|veículo
estrada de ferro suspensa|estrada de ferro|suspensão|veículo
cabo suspenso usado em teleféricos nas montanhas|bonde|cabo|montanha|teleférico|teleférico na montanha|veículo
teleférico|aérea|gôndola|linha de bonde|linha de bonde aérea|veículo
satélite|veículo
foguete|veículo
disco voador|OVNI
sineta|hotel|sino
mala|bagagem|viagem
ampulheta|areia
ampulheta contando o tempo|relógio|relógio de areia
relógio de pulso|relógio
despertador|alarme|relógio
cronômetro|relógio
relógio temporizador|cronômetro|relógio|timer
relógio de mesa|relógio
12 horas|12h00|doze|meia-noite|meio-dia|relógio
doze e meia|12h30|relógio
1 hora|1h00|relógio|uma
uma e meia|1h30|relógio
2 horas|2h00|duas|relógio
duas e meia|2h30|relógio
3 horas|3h00|relógio|três
três e meia|3h30|relógio
4 horas|4h00|quatro|relógio
quatro e meia|4h30|relógio
5 horas|5h00|cinco|relógio
cinco e meia|5h30|relógio
6 horas|6h00|relógio|seis
seis e meia|6h30|relógio
7 horas|7h00|relógio|sete
sete e meia|7h30|relógio
8 horas|8h00|oito|relógio
oito e meia|8h30|relógio
9 horas|9h00|nove|relógio
nove e meia|9h30|relógio
10 horas|10h00|dez|relógio
dez e meia|10h30|relógio
11 horas|11h00|onze|relógio
onze e meia|11h30|relógio
lua nova|escuro|lua|lua negra|nova
lua crescente côncava|côncava|crescente|lua
quarto crescente|lua|lua de quarto crescente|quarto
lua crescente convexa|convexa|crescente|lua
lua cheia|cheia|lua|luar
lua minguante convexa|convexa|lua|minguante
quarto minguante|lua|lua de quarto minguante|quarto
lua minguante côncava|côncava|lua|minguante
lua crescente|crescente|lua
rosto da lua nova|lua|lua nova|lua nova com rosto|rosto
rosto da lua de quarto crescente|lua|lua com rosto|lua de quarto crescente|quarto crescente|quarto crescente com rosto|rosto
rosto da lua de quarto minguante|lua|lua com rosto|lua de quarto minguante|quarto minguante|quarto minguante com rosto|rosto
termômetro|clima|tempo
sol|clima|dia claro|raios|solar|tempo
rosto da lua cheia|cheia|lua|lua cheia com rosto|lua com rosto|rosto
rosto do sol|rosto|sol
planeta com anéis|saturnino|saturno
estrela branca média
estrela brilhante|brilhante|brilho|cintilante|estrela|luminosa|reluzente
estrela cadente|cadente|cai|estrela
via láctea|céu|estrelado
nuvem|clima
sol por trás das nuvens|nuvem|sol|sol com nuvens
chuva com trovão|chuva|clima|nuvem|trovão
sol com nuvens|clima|nuvem|sol
nublado|clima|nuvem|sol
sol com chuva|chuva|clima|nuvem|sol
nuvem com chuva|chuva|clima|nuvem
nuvem com neve|clima|frio|neve|nuvem
nuvem com trovão|clima|nuvem|relâmpago
tornado|clima|furacão|nuvem
nevoeiro|clima|furacão|nuvem
rosto de vento|clima|nuvem|rosto|sopro|vento
ciclone|furacão|twister|zonzo
arco-íris|chuva|clima
guarda-chuva fechado|chuva|chuvoso|guarda-chuva
guarda-chuva|acessório|chuva|clima|sombrinha aberta
sombrinha na chuva|acessório|chuva|clima|gotas|sombrinha
guarda-sol|chuva|clima|sol|sombrinha
alta tensão|alta|perigo|perigo de alta tensão|sinal|sinal de alta tensão|tensão
floco de neve|clima|floco|frio|neve
boneco de neve|boneco|boneco de neve na neve|clima|frio|neve
boneco de neve sem neve|boneco de neve|neve
cometa|espaço|estrela cadente|meteoro|satélite
fogo|chama
gota|com suor|engraçado|gota de suor|suor
onda|onda de água|onda do oceano
abóbora de halloween|abóbora|comemoração|halloween|jack|lanterna
árvore de natal|árvore|comemoração
fogos de artifício|comemoração
vela estrela|comemoração|fogo de artifício|fogo de artifício vela estrela
bombinha|dinamite|explosivo|fogos de artifício
brilhos|*|estrelas|estrelas brilhantes
balão|comemoração
cone de festa|alegria|comemoração|festa
confete|bola|bola de confetes|comemoração
árvore de tanabata|árvore|árvore japanesa|comemoração
decoração de pinhos|bambu|comemoração|decoração de pinhas|japonês|pinha
bonecas japonesas|bonecas|bonecas japanesas|comemoração|festival
bandeira de carpas|comemoração|koinobori|subida de carpas
carrilhão de vento|sino|som|vento
contemplação da lua|cerimônia de contemplação da lua|comemoração|contemplação|lua
envelope vermelho|boa sorte|dinheiro|hóngbāo|lai see|presente
laço de fita|comemoração
presente|comemoração|embrulhado|mimo
fita de lembrete|celebração|comemoração|laço|lembrete
ingresso de cinema|entrada|ingresso
ingresso|entretenimento
medalha militar|condecoração|medalha|militar|prêmio
troféu|prêmio
medalha esportiva|medalha|vitória
medalha de ouro|1º. lugar|medalha|ouro|vitória
medalha de prata|2º. lugar|medalha|prata|segundo
medalha de bronze|3º. lugar|bronze|medalha|terceiro
bola de futebol|bola|futebol
bola de beisebol|beisebol|bola
softbol|bola|embaixo do braço|luva
bola de basquete|bola|cesta|cesta de basquete
bola de vôlei|bola|jogo
bola de futebol americano|americano|bola
bola de rugby|bola|bola de futebol
tênis|bola|bola de tênis|raquete de tênis
frisbee|ultimate
boliche|bola|bola de boliche|jogo
críquete|bola|jogo|taco
hóquei de campo|bola|campo|hóquei|jogo|taco
hóquei no gelo|disco|gelo|hóquei|jogo|taco
lacrosse|bastão|bola|gol
pingue-pongue|mesa|raquete|tênis de mesa
badminton|jogo|peteca|raquete
luva de boxe|boxe|luva
quimono de artes marciais|artes marciais|judô|karatê|quimono|taekwondo
gol|esporte|rede
bandeira no buraco|bandeira de golfe|buraco|golfe
patins de gelo|gelo|patinação no gelo|patins
pesca|peixe|vara|vara de pescar e peixe
máscara de mergulho|mergulhador|mergulho|scuba|snorkeling
camiseta de corrida|camiseta|camiseta de corrida com faixa|corrida
esqui|bota|esporte|esqui e bota
trenó
pedra de curling|pedra
no alvo|jogo|mira|na mosca|tiro|tiro certeiro
ioiô|brinquedo|flutua
pipa|planar|voar
pistola d’água|água|arma|ferramenta|pistola|revólver
bilhar|bola oito|jogo
bola de cristal|adivinhação|bola|cristal|destino
varinha mágica|bruxa|magia|mago
videogame|controle|controle de videogame|game|jogo
joystick|game|jogo|videogame
caça-níquel|jogo de azar|máquina caça-níqueis
jogo de dado|dado|dados|jogo
quebra-cabeça|dica|encaixe|peça
ursinho de pelúcia|brinquedo|enchimento|pelúcia
pinhata|comemoração|festa
globo de espelhos|balada|brilho|dançar|discoteca|festa
boneca russa|boneca|matriosca|russa
naipe de espadas|baralho|carta|espadas|jogo|naipe
naipe de copas|baralho|carta|copas|jogo|naipe
naipe de ouros|baralho|carta|jogo|naipe|ouro
naipe de paus|baralho|carta|jogo|naipe|paus
peão de xadrez|peão|truque|xadrez
curinga|baralho|carta|joker
dragão vermelho de mahjong|dragão vermelho|mahjong|peça|peça de mahjong|vermelho
carta de flores|baralho|carta de baralho|flores|Hanafuda|jogo de baralho
máscara|arte|arte dramática|entretenimento|espetáculo
quadro emoldurado|arte|moldura|pintura|quadro
paleta de tintas|arte|artista|paleta|paleta artística|pintura
carretel|agulha|barbante|costura
agulha de costura|agulha|alfaiataria|bordados|costura|pontos|suturas
novelo|bola|crochê|tricô
nó|amarrar|corda|cordel|emaranhado|fio
óculos|acessório
óculos escuros|óculos|óculos de sol
óculos de proteção|natação|proteção para os olhos|soldagem
jaleco|cientista|experiência|médico
colete salva-vidas|colete|emergência|segurança
gravata|acessório|roupa
camiseta|camisa|roupa
jeans|calça|roupa
cachecol|inverno|pescoço
luvas|inverno|mãos
casaco|blusa|jaqueta
meias
vestido|peça única|roupa
quimono|roupa|vestir
sari|roupa|vestido
maiô|roupa de banho
cueca|peça única|roupa de banho|roupa de praia|roupa íntima
shorts|bermuda|roupa de banho|roupa de praia
biquíni|roupa|traje de banho
roupas femininas|roupas
bolsinha|acessório|moedas|niqueleira
bolsa de mão|acessório|bolsa
bolsa pequena|acessório
sacolas de compras|compras|sacolas|sacolas de shopping
mochila|bolsa escolar|escola|mochila escolar
chinelo|alpargatas|chinelo de praia|rasteirinha
sapato masculino|acessório|sapatos
tênis de corrida|sapato esportivo|tênis
bota de trekking|acampar|bota|caminhada|mochilão|trilha
sapatilha|sapatilha de balé|sapato|sem fivela
sapato de salto alto|acessório|sapato
sandália feminina|acessório|feminino|sandálias
sapatilha de balé|balé|dança
bota feminina|acessório|botas|feminino
coroa|acessório
chapéu feminino|acessório|chapéu
cartola|chapéu|roupa
chapéu de formatura|chapéu|comemoração|formatura
boné|boné de beisebol|chapéu
capacete militar|capacete|exército|guerreiro|militar|soldado
capacacete de socorrista|capacete|capacete de socorrista|primeiros socorros|rosto
rosário de oração|acessório|oração|religião|reza|rosário|terço
batom|cosméticos|maquiagem
anel|diamante
pedra preciosa|diamante|joia
alto-falante silenciado|alto-falante|mudo|quieto|silenciar|silêncio
alto-falante com volume baixo|volume baixo
alto-falante com volume médio|volume médio
alto-falante com volume alto|volume alto
buzina|alto|alto-falante|discurso público|megafone
megafone|aplausos|comunicação
corneta postal|corneta|correios|postal
sino
sino silenciado|mudo|proibido|quieto|silencioso|sino
partitura musical|música|partitura
nota musical|música|nota
notas musicais|música|nota|notas
microfone de estúdio|estúdio|microfone|música
controle de volume|controle|música|volume
botões giratórios|botões|controle|música
microfone|entretenimento|karaokê|mic
fones de ouvido|fone de ouvido
rádio|vídeo
saxofone|instrumento|instrumento musical|música|sax
acordeão|concertina|sanfona
guitarra|instrumento|instrumento musical|música
teclado musical|instrumento|instrumento musical|música|piano|teclado
trompete|instrumento|instrumento musical|música
violino|instrumento|instrumento musical|música
banjo|cordas|música
tambor|baquetas|música|percussão
tambor comprido|batida|conga|ritmo|tambor
telefone celular|celular|telefone|telefone móvel
telefone celular com seta|celular|receber|seta|telefone
telefone no gancho|gancho|telefone
telefone|aparelho de telefone|comunicação
pager|comunicação
fax|comunicação|máquina de fax
pilha|bateria
pouca bateria|eletrônico|pouca energia
tomada elétrica|elétrica|eletricidade|plugue
laptop|computador|PC|pessoal
computador de mesa|computador|desktop
impressora|acessório|computador
teclado|acessório|computador|digitação
mouse|acessório|computador
trackball|computador|mouse
minidisc|computador|disco|MD|mini disc|minidisk
disquete|computador|disco|disco flexível
cd|computador|disco|óptico
DVD|blu-ray|computador|disco|dvd|óptico
ábaco|cálculo
câmera de cinema|câmera|cinema|entretenimento|filme
rolo de filmes|cinema|filme
projetor de filmes|cinema|filme|projetor|vídeo
claquete|cena|entretenimento|filme|tomada
televisão|TV|vídeo
câmera|vídeo
câmera com flash|câmera|flash|vídeo
câmera de vídeo|câmera|vídeo
videocassete|fita|vhs|vídeo
lupa para a esquerda|ferramenta|lente de aumento|lupa|pesquisa
lupa para a direita|ferramenta|lente de aumento|lupa|pesquisa
vela|luz
lâmpada|elétrica|ideia|luz|quadrinhos
lanterna|elétrica|ferramenta|luz
lanterna vermelha de papel|bar|izakaya|lanterna|lanterna de papel|vermelha
lâmpada de óleo|diya|lâmpada|óleo
caderno decorado|caderno|capa|decorado|livro
livro fechado|fechado|livro
livro aberto|aberto|livro
livro verde|livro|verde
livro azul|azul|livro
livro laranja|laranja|livro
livros|livro
caderno|folhas
livro contábil|caderno
página dobrada|dobrado|documento|página
pergaminho|rolo de papel
página voltada para cima|documento|página|página com a parte da frente para cima|parte da frente para cima
jornal|notícias
jornal enrolado|enrolado|jornal|notícias
marcadores de página|marcador|marcador de página|marcar
marcador de página|marcador|página
etiqueta|rótulo
saco de dinheiro|dinheiro|saco
moeda|dinheiro|metal|ouro|prata|tesouro
nota de iene|dinheiro|iene|moeda|nota|nota bancária
nota de dólar|dinheiro|dólar|moeda|nota|nota bancária
nota de euro|dinheiro|euro|moeda|nota|nota bancária
nota de libra|dinheiro|libra|moeda|nota|nota bancária
dinheiro voando|banco|dinheiro|dinheiro com asas|nota|nota bancária voando
cartão de crédito|cartão|crédito|dinheiro
recibo|contabilidade|escrituração|evidência|prova
gráfico subindo com iene|crescimento|dinheiro|gráfico|iene|iene em alta
envelope|carta|correspondência|e-mail|email
e-mail|carta|comunicação|correspondência
envelope chegando|carta|comunicação|correspondência|correspondência recebida|e-mail|envelope|nova
envelope com seta|carta|e-mail|email|envelope|seta
bandeja de saída|bandeja|caixa|caixa de enviadas|caixa de saída|comunicação|correspondência|enviada
bandeja de entrada|bandeja|caixa|caixa de entrada|comunicação|correspondência|recebida
pacote|caixa|embrulho
caixa de correio fechada com bandeira levantada|bandeira|caixa com bandeira levantada|caixa de correspondência com bandeira levantada|correspondência|fechada
caixa de correio fechada com bandeira abaixada|bandeira|caixa com bandeira abaixada|caixa de correspondência vazia|correspondência|fechada
caixa de correio aberta com bandeira levantada|aberta|bandeira|caixa de correspondência aberta com bandeira levantada|correspondência
caixa de correio aberta com bandeira abaixada|aberta|bandeira|caixa de correspondência aberta com bandeira abaixada|caixa de correspondência aberta e vazia|correspondência
caixa de correio|correio|correspondência
urna eleitoral com cédula|cédula|urna|votar|voto
lápis
ponta de caneta tinteiro|caneta|caneta tinteiro|preto|tinta
caneta tinteiro|caneta|tinteiro
caneta|esferográfica
pincel|pintar
giz de cera|giz
memorando|lápis
maleta|mala|pasta
pasta de arquivos|arquivo|pasta
pasta de arquivos aberta|aberta|arquivo|pasta
divisores de pastas|divisor|índice|pastas
calendário|data|datas
calendário com folhas destacáveis|calendário|folhas destacáveis
bloco espiral|bloco|caderno|espiral
calendário espiral|bloco|calendário|espiral
índice de cartões|índice
gráfico subindo|crescimento|diagrama|gráfico|gráfico de tendência de crescimento|tendência de crescimento
gráfico caindo|diagrama|gráfico|gráfico de tendência negativa|negativa|tendência negativa
gráfico de barras|barra|barras|gráfico
prancheta|anotações
tacha|alfinete
tacha redonda|alfinete|tacha
clipe de papel|clipe
clipes de papel conectados|clipe|clipes|clipes de papel
régua reta|régua
régua triangular|régua|triângulo
tesoura|cortar|ferramenta
caixa de arquivos|arquivo|caixa|cartão
gavetas de escritório|arquivo|escritório|gabinete|gavetas
lixeira|cesto de lixo
cadeado|fechado|trancado
cadeado aberto|aberto|cadeado|destrancado
cadeado com caneta|cadeado com caneta tinteiro|caneta tinteiro|privacidade
cadeado fechado com chave|cadeado com chave|seguro
chave|senha
chave antiga|antiga|chave|fechadura
martelo|ferramenta
machado|cortar|madeira|partir
picareta|ferramenta|mineração
martelo e picareta|ferramenta|martelo|picareta
martelo e chave-inglesa|chave|chave-inglesa|ferramenta|martelo
adaga|arma|faca
espadas cruzadas|arma|cruzadas|espadas|guerra
bomba|emoção|engraçado
bumerangue|austrália|rebote|repercussão
arco e flecha|arco|arma|flecha|sagitário|zodíaco
escudo|arma
serrote|carpinteiro|madeira|serra
chave inglesa|ferramenta
chave de fenda|ferramenta
porca e parafuso|ferramenta|parafuso|porca
engrenagem|ferramenta
braçadeira|compressão|ferramenta|morsa|torno
balança|ferramenta|justiça|libra|peso|zodíaco
bengala para cegos|acessibilidade|cegueira
link|corrente
correntes|corrente
gancho|atração para venda|bandido|curva|pegar|prender
caixa de ferramentas|caixa|ferramenta|mecânico
ímã|atração|ferradura|magnético
escada|degrau|subir
alambique|ferramenta|química
tubo de ensaio|ciência|experiência|laboratório|química|químico
placa de Petri|bactéria|biologia|biólogo|cultura|laboratório
dna|biólogo|evolução|gene|genética|vida
microscópio|ciência|ferramenta
telescópio|ciência|ferramenta
antena parabólica|antena|comunicação|parabólica|satélite
seringa|agulha|médico|remédio
gota de sangue|doação de sangue|medicina|menstruação
comprimido|medicina|médico|pílula|remédio
atadura adesiva|curativo
muleta|ajuda à mobilidade|bastão|bengala|deficiência|machucar
estetoscópio|coração|medicina|médico
raio x|doutor|esqueleto|médico|ossos
porta
elevador|acessibilidade|elevar|subir
espelho|espéculo|refletor|reflexão
janela|abertura|ar fresco|quadro|transparente|vista
cama|hotel|sono
sofá e luminária|hotel|lâmpada|sofá
cadeira|assento|sentar
vaso sanitário|banheiro|privada|sanitário|toalete
desentupidor|banheiro|encanador|sucção
chuveiro|água|banho|ducha
banheira
ratoeira|armadilha|isca|prender
lâmina|afiada|barbear
frasco de loção|hidratante|loção|protetor solar|xampu
alfinete de segurança|fralda|punk rock
vassoura|bruxa|limpar|varrer
cesta|agrícola|cesto de roupa|piquenique
rolo de papel|papel higiênico|toalhas de papel
balde|barril
sabonete|banho|barra|espuma|limpeza|saboneteira
bolhas|arroto|embaixo d’água|limpo|sabão
escova de dentes|banheiro|dental|dentes|escova|higiene|limpeza
esponja|absorvente|limpeza|porosa
extintor de incêndio|apagar|extinguir|incêndio
carrinho de compras|carrinho|compras|mercado
cigarro|fumar
caixão|caixão funerário|funeral|morte|velório
lápide|cemitério|sepultura
urna funerária|cinzas|funeral|morte|urna
olho grego|amuleto|mau-olhado|miçanga|nazar|talismã
hamsá|amuleto|Fátima|mão|Maria|Miriam|proteção
moai|estátua|moyai|rosto
placa|demonstração|piquete|protesto|sinal
cartão de identificação|crachá|credenciais|identidade|identificação|licença|segurança
símbolo de caixa automático|automático|banco|caixa
símbolo de lixeira|coloque o lixo no lixo|lixeira|símbolo
água potável|água|beber|potável
símbolo de cadeira de rodas|acesso|cadeira de rodas|sinal
banheiro masculino|banheiro|homem|lavatório|masculino|toalete|wc
banheiro feminino|banheiro|feminino|lavatório|mulher|toalete|wc
banheiro|lavabo|sanitário|toalete
símbolo de bebê|bebê|fralda|fraldário
WC|latrina|lavabo|toalete
controle de passaportes|controle|passaporte
alfândega|aduana|bens|impostos
restituição de bagagem|bagagem
depósito de bagagem|bagagem|malas|serviço de bagagem
aviso|sinal
crianças atravessando|atravessando|criança|pedestre|tráfego
entrada proibida|entrada|não|proibido|sinal
proibido|entrada|não|sinal
proibido andar de bicicleta|bicicleta|bicicletas não são permitidas|não|proibido
proibido fumar|fumar|não é permitido fumar|proibido
proibido jogar lixo no chão|lixo|não|proibido
água não potável|água|imprópria para consumo
proibida a passagem de pedestres|não|pedestre|pedestres não são permitidos|proibido
proibido o uso de telefone celular|celular|celulares não são permitidos|não|proibido|telefone
proibido para menores de 18 anos|18|dezoito|menor de idade|proibido|restrição de idade
radioativo|radiação|símbolo|sinal
risco biológico|biológico|resíduos
seta para cima|cardinal|direção|norte|seta
seta para cima e para a direita|direção|intercardinal|nordeste|seta
seta para a direita|direção|direita|leste|seta
seta para baixo e para a direita|direção|intercardinal|seta|sudeste
seta para baixo|cardinal|direção|para baixo|seta|sul
seta para baixo e para a esquerda|direção|intercardinal|seta|sudoeste
seta para a esquerda|direção|esquerda|oeste|seta
seta para cima e para a esquerda|direção|intercardinal|noroeste|seta
seta para cima e para baixo|para baixo|para cima|seta|vertical
seta para esquerda e direita|horizontal|lados|seta
seta curva da direita para a esquerda|curva|retorno|seta|voltar à esquerda
seta curva da esquerda para a direita|curva|retorno|seta|voltar à direita
seta para a direita curvada para cima|curva|seta|seta curva de baixo para cima|seta para cima
seta para a direita curvada para baixo|curva|seta curva de cima para baixo|seta para baixo
setas verticais no sentido horário|recarregar|sentido horário|seta
botão de setas em sentido anti-horário|anti-horário|botão de setas no sentido anti-horário|sentido anti-horário|seta
seta "BACK"|seta|seta para a esquerda|voltar
seta "END"|fim|seta|seta para a esquerda
seta "ON!"|marca|on|ON!|seta
seta "SOON"|seta|soon
seta "TOP"|para cima|seta|seta "TOP|seta para cima|top
local de culto|culto|religião
símbolo de átomo|ateísmo|átomo
om|hindu|religião
estrela de Davi|davi|estrela|judaico|judeu|religião
roda do Dharma|budista|dharma|religião|roda
yin yang|religião|tao|taoista|yang|yin
cruz latina|cristão|cruz|religião
cruz ortodoxa|cristão|cruz|religião
estrela e lua crescente|islã|muçulmano|religião
símbolo da paz|paz|símbolo
menorá|candelabro|castiçal|religião
estrela de seis pontas|adivinhação|destino|seis pontas
signo de Áries|Áries|carneiro|zodíaco
signo de Touro|boi|touro|zodíaco
signo de Gêmeos|gêmeos|zodíaco
signo de Câncer|câncer|caranguejo|zodíaco
signo de Leão|leão|zodíaco
signo de Virgem|virgem|zodíaco
signo de Libra|balança|justiça|libra|signo de Virgem|zodíaco
signo de Escorpião|escorpião|zodíaco
signo de Sagitário|arqueiro|sagitário|zodíaco
signo de Capricórnio|cabra|capricórnio|zodíaco
signo de Aquário|água|aquário|zodíaco
signo de Peixes|peixes|zodíaco
signo de Ofiúco|cobra|Ofiúco|serpente|zodíaco
botão de músicas aleatórias|cruzadas|seta
botão de repetir|repetir|sentido horário|seta
botão de repetir uma única faixa|botão de repetir|repetir|sentido horário|seta|uma vez
botão reproduzir|direita|reproduzir|seta|triângulo
botão avançar|avançar|dupla|rápido|seta
botão de próxima faixa|próxima cena|próxima faixa|seta|seta dupla para a direita
botão de reproduzir ou pausar|direita|pausar|reproduzir|seta|triângulo
botão de voltar|esquerda|seta|triângulo|voltar
botão de retroceder|dupla|retroceder|seta
botão de faixa anterior|cena anterior|faixa anterior|seta|triângulo
botão apontando para cima|botão|seta|vermelho
botão de avanço para cima|dupla|seta
botão apontando para baixo|botão|para baixo|seta|vermelho
botão de avanço para baixo|para baixo|retroceder rápido|seta|seta dupla para baixo
botão pausar|barra|dupla|pausar|vertical
botão parar|parar|quadrado
botão gravar|círculo|gravar
botão ejetar|ejetar
cinema|entretenimento|filme|símbolo do cinema
botão de diminuir brilho|brilho|diminuir|escurecer|símbolo para reduzir brilho
botão de aumentar brilho|aumentar brilho|brilho|símbolo para aumentar brilho
barras de sinal|antena|antena com barras|celular|força do sinal|sinais de telefonia móvel|telefone
modo vibratório|celular|modo|telefone
telefone celular desligado|celular|desligado|telefone
símbolo de feminino|feminino|mulher
símbolo de masculino|homem|masculino
símbolo transgênero|transgênero
sinal de multiplicação|×|cancelar|multiplicação|multiplicar|X|x de multiplicação
símbolo de adição|+|matemática|sinal|sinal de mais
símbolo de subtração|-|−|matemática|menos|sinal
símbolo de divisão|÷|divisão|matemática|sinal
sinal de igual|igualdade|matemática
infinito|eternidade|ilimitado|universal
dupla exclamação|!|!!|exclamação|explosão|ponto de exclamação duplo|pontuação
exclamação com interrogação|!|!?|?|exclamação|pergunta|pontuação|sinal
ponto de interrogação vermelho|?|pergunta|ponto de interrogação|pontuação|sinal
ponto de interrogação branco|?|delineado|pergunta|pontuação|sinal
ponto de exclamação branco|!|delineado|mark|pontuação|sinal
ponto de exclamação vermelho|!|exclamação|ponto de exclamação|pontuação
travessão ondulado|ondulado|pontuação|travessão
câmbio de moeda|banco|câmbio|dinheiro|moeda
cifrão|dinheiro|dólar|moeda|símbolo do dólar
símbolo da medicina|bastão de asclépio|esculápio|medicina|símbolo
símbolo de reciclagem|reciclagem
flor-de-lis|símbolo
emblema de tridente|âncora|emblema|ferramenta|navio|tridente
crachá|identificação|nome
símbolo japonês de principiante|folha verde e amarela|iniciante|japonês|verde e amarela
círculo grande oco|círculo|grande|o|vermelho
marca de seleção branca|✓|botão|marca|verificação
caixa de seleção marcada com tique|✓|caixa|marca de verificação
marca de seleção|✓|marca|verificação
xis|×|cancelar|multiplicação|multiplicar|X
botão de xis|×|botão de caixa com X|marcado|quadrado|x
laço encaracolado|loop|loop ondulado|volta
loop encaracolado duas vezes|duas vezes|duplo|encaradolado|loop
sinal japonês indicando início de música|canto|japonês|símbolo japonês de canto
asterisco de oito pontas|*|asterisco
estrela de oito pontas|*|estrela
faísca|*
símbolo de copyright|copyright
símbolo de registrado|marca registrada|marca registrada “R”
símbolo de marca registrada|marca registrada|marca registrada “TM”|símbolo
tecla: #|tecla
tecla: *|tecla
tecla: 0|tecla
tecla: 1|tecla
tecla: 2|tecla
tecla: 3|tecla
tecla: 4|tecla
tecla: 5|tecla
tecla: 6|tecla
tecla: 7|tecla
tecla: 8|tecla
tecla: 9|tecla
tecla: 10|tecla
letras latinas maiúsculas|ABCD|digitação|latinas|letras|maiúsculas
letras latinas minúsculas|abcd|digitação|latinas|letras|minúsculas
números|1234|digitação
símbolos|〒♪&%|digitação
letras latinas|abc|alfabeto|digitação|latinas|letras
botão A (tipo sanguíneo)|A|sangue|tipo A|tipo sanguíneo|tipo sanguíneo A
botão AB (tipo sanguíneo)|AB|sangue|tipo AB|tipo sanguíneo|tipo sanguíneo AB
botão B (tipo sanguíneo)|B|sangue|tipo B|tipo sanguíneo|tipo sanguíneo B
botão CL|cl
botão "COOL"|cool|legal
botão "FREE"|grátis|gratuito
informações|i|símbolo|símbolo de informações
botão ID|ID|identidade|símbolo|símbolo “ID”
círculo com a letra M|círculo|letra M|m
botão "NEW"|new|Novo
botão NG|NG
botão O (tipo sanguíneo)|O|sangue|tipo O|tipo sanguíneo|tipo sanguíneo O
botão OK|OK|símbolo “OK”
botão P|estacionamento|estacionar
botão SOS|Ajuda|símbolo|símbolo “SOS”|SOS
botão "UP!"|símbolo|símbolo “UP!”|UP!
botão VS|símbolo|símbolo “vs”|versus|vs
botão japonês de “aqui”|“aqui”|japonês|katakana|ココ
botão japonês de “taxa de serviço”|“taxa de serviço”|japonês|katakana|サ
botão japonês de “quantidade mensal”|“quantidade mensal”|ideograma|japonês|月
botão japonês de “não gratuito”|“não gratuito”|ideograma|japonês|有
botão japonês de “reservado”|“reservado”|ideograma|japonês|指
botão japonês de “barganha”|“barganha”|ideograma|japonês|得
botão japonês de “desconto”|“desconto”|ideograma|japonês|割
botão japonês de “gratuito”|“gratuito”|ideograma|japonês|無
botão japonês de “proibido”|“proibido”|ideograma|japonês|禁
botão japonês de “aceitável”|“aceitável”|ideograma|japonês|可
botão japonês de “aplicação”|“aplicação”|ideograma|japonês|申
botão japonês de “nota mínima”|“nota mínima”|ideograma|japonês|合
botão japonês de “vago”|“vago”|ideograma|japonês|空
botão japonês de “parabéns”|“parabéns”|ideograma|japonês|祝
botão japonês de “segredo”|“segredo”|ideograma|japonês|秘
botão japonês de “aberto para negócios”|“aberto para negócios”|ideograma|japonês|営
botão japonês de “sem vagas”|“sem vagas”|ideograma|japonês|満
círculo vermelho|círculo|geométrico|vermelho
círculo laranja|círculo|laranja
círculo amarelo|amarelo|círculo
círculo verde|círculo|verde
círculo azul|azul|círculo|geométrico
círculo roxo|círculo|roxo
círculo marrom|círculo|marrom
círculo preto|círculo|geométrico
círculo branco|círculo|geométrico
quadrado vermelho|quadrado|vermelho
quadrado laranja|laranja|quadrado
quadrado amarelo|amarelo|quadrado
quadrado verde|quadrado|verde
quadrado azul|azul|quadrado
quadrado roxo|quadrado|roxo
quadrado marrom|marrom|quadrado
quadrado preto grande|geométrico|quadrado
quadrado branco grande|geométrico|quadrado
quadrado preto médio|geométrico|quadrado
quadrado branco médio|geométrico|quadrado
quadrado preto médio menor|geométrico|quadrado
quadrado branco médio menor|geométrico|quadrado
quadrado preto pequeno|geométrico|quadrado
quadrado branco pequeno|geométrico|quadrado
losango laranja grande|geométrico|laranja|losango
losango azul grande|azul|geométrico|losango
losango laranja pequeno|geométrico|laranja|losango
losango azul pequeno|azul|geométrico|losango
triângulo vermelho para cima|geométrico|vermelho
triângulo vermelho para baixo|geométrico|vermelho
diamante com um ponto|cômico|dentro|diamante|diamante com ponto|geométrico
botão de opção|botão|rádio
botão quadrado branco|botão|botão quadrado branco e preto|quadrado
botão quadrado preto|botão|botão quadrado preto e branco|quadrado
bandeira quadriculada|bandeira|corrida|esporte|quadriculada
bandeira triangular|poste
bandeiras cruzadas|bandeiras|bandeiras cruzadas do Japão|comemoração|cruzadas
bandeira preta|tremulando
bandeira branca|tremulando
bandeira do arco-íris|arco-íris|bandeira
bandeira transgênero|azul claro|bandeira|branco|rosa|transgênero
bandeira de pirata|caveira e osso|pirata|saque|tesouro
bandeira: Ilha de Ascensão|bandeira
bandeira: Andorra|bandeira
bandeira: Emirados Árabes Unidos|bandeira
bandeira: Afeganistão|bandeira
bandeira: Antígua e Barbuda|bandeira
bandeira: Anguila|bandeira
bandeira: Albânia|bandeira
bandeira: Armênia|bandeira
bandeira: Angola|bandeira
bandeira: Antártida|bandeira
bandeira: Argentina|bandeira
bandeira: Samoa Americana|bandeira
bandeira: Áustria|bandeira
bandeira: Austrália|bandeira
bandeira: Aruba|bandeira
bandeira: Ilhas Aland|bandeira
bandeira: Azerbaijão|bandeira
bandeira: Bósnia e Herzegovina|bandeira
bandeira: Barbados|bandeira
bandeira: Bangladesh|bandeira
bandeira: Bélgica|bandeira
bandeira: Burquina Faso|bandeira
bandeira: Bulgária|bandeira
bandeira: Barein|bandeira
bandeira: Burundi|bandeira
bandeira: Benin|bandeira
bandeira: São Bartolomeu|bandeira
bandeira: Bermudas|bandeira
bandeira: Brunei|bandeira
bandeira: Bolívia|bandeira
bandeira: Países Baixos Caribenhos|bandeira
bandeira: Brasil|bandeira
bandeira: Bahamas|bandeira
bandeira: Butão|bandeira
bandeira: Ilha Bouvet|bandeira
bandeira: Botsuana|bandeira
bandeira: Bielorrússia|bandeira
bandeira: Belize|bandeira
bandeira: Canadá|bandeira
bandeira: Ilhas Cocos (Keeling)|bandeira
bandeira: Congo - Kinshasa|bandeira
bandeira: República Centro-Africana|bandeira
bandeira: República do Congo|bandeira
bandeira: Suíça|bandeira
bandeira: Costa do Marfim|bandeira
bandeira: Ilhas Cook|bandeira
bandeira: Chile|bandeira
bandeira: Camarões|bandeira
bandeira: China|bandeira
bandeira: Colômbia|bandeira
bandeira: Ilha de Clipperton|bandeira
bandeira: Costa Rica|bandeira
bandeira: Cuba|bandeira
bandeira: Cabo Verde|bandeira
bandeira: Curaçao|bandeira
bandeira: Ilha Christmas|bandeira
bandeira: Chipre|bandeira
bandeira: Tchéquia|bandeira
bandeira: Alemanha|bandeira
bandeira: Diego Garcia|bandeira
bandeira: Djibuti|bandeira
bandeira: Dinamarca|bandeira
bandeira: Dominica|bandeira
bandeira: República Dominicana|bandeira
bandeira: Argélia|bandeira
bandeira: Ceuta e Melilla|bandeira
bandeira: Equador|bandeira
bandeira: Estônia|bandeira
bandeira: Egito|bandeira
bandeira: Saara Ocidental|bandeira
bandeira: Eritreia|bandeira
bandeira: Espanha|bandeira
bandeira: Etiópia|bandeira
bandeira: União Europeia|bandeira
bandeira: Finlândia|bandeira
bandeira: Fiji|bandeira
bandeira: Ilhas Malvinas|bandeira
bandeira: Micronésia|bandeira
bandeira: Ilhas Faroé|bandeira
bandeira: França|bandeira
bandeira: Gabão|bandeira
bandeira: Reino Unido|bandeira
bandeira: Granada|bandeira
bandeira: Geórgia|bandeira
bandeira: Guiana Francesa|bandeira
bandeira: Guernsey|bandeira
bandeira: Gana|bandeira
bandeira: Gibraltar|bandeira
bandeira: Groenlândia|bandeira
bandeira: Gâmbia|bandeira
bandeira: Guiné|bandeira
bandeira: Guadalupe|bandeira
bandeira: Guiné Equatorial|bandeira
bandeira: Grécia|bandeira
bandeira: Ilhas Geórgia do Sul e Sandwich do Sul|bandeira
bandeira: Guatemala|bandeira
bandeira: Guam|bandeira
bandeira: Guiné-Bissau|bandeira
bandeira: Guiana|bandeira
bandeira: Hong Kong, RAE da China|bandeira
bandeira: Ilhas Heard e McDonald|bandeira
bandeira: Honduras|bandeira
bandeira: Croácia|bandeira
bandeira: Haiti|bandeira
bandeira: Hungria|bandeira
bandeira: Ilhas Canárias|bandeira
bandeira: Indonésia|bandeira
bandeira: Irlanda|bandeira
bandeira: Israel|bandeira
bandeira: Ilha de Man|bandeira
bandeira: Índia|bandeira
bandeira: Território Britânico do Oceano Índico|bandeira
bandeira: Iraque|bandeira
bandeira: Irã|bandeira
bandeira: Islândia|bandeira
bandeira: Itália|bandeira
bandeira: Jersey|bandeira
bandeira: Jamaica|bandeira
bandeira: Jordânia|bandeira
bandeira: Japão|bandeira
bandeira: Quênia|bandeira
bandeira: Quirguistão|bandeira
bandeira: Camboja|bandeira
bandeira: Quiribati|bandeira
bandeira: Comores|bandeira
bandeira: São Cristóvão e Névis|bandeira
bandeira: Coreia do Norte|bandeira
bandeira: Coreia do Sul|bandeira
bandeira: Kuwait|bandeira
bandeira: Ilhas Cayman|bandeira
bandeira: Cazaquistão|bandeira
bandeira: Laos|bandeira
bandeira: Líbano|bandeira
bandeira: Santa Lúcia|bandeira
bandeira: Liechtenstein|bandeira
bandeira: Sri Lanka|bandeira
bandeira: Libéria|bandeira
bandeira: Lesoto|bandeira
bandeira: Lituânia|bandeira
bandeira: Luxemburgo|bandeira
bandeira: Letônia|bandeira
bandeira: Líbia|bandeira
bandeira: Marrocos|bandeira
bandeira: Mônaco|bandeira
bandeira: Moldávia|bandeira
bandeira: Montenegro|bandeira
bandeira: São Martinho|bandeira
bandeira: Madagascar|bandeira
bandeira: Ilhas Marshall|bandeira
bandeira: Macedônia do Norte|bandeira
bandeira: Mali|bandeira
bandeira: Mianmar (Birmânia)|bandeira
bandeira: Mongólia|bandeira
bandeira: Macau, RAE da China|bandeira
bandeira: Ilhas Marianas do Norte|bandeira
bandeira: Martinica|bandeira
bandeira: Mauritânia|bandeira
bandeira: Montserrat|bandeira
bandeira: Malta|bandeira
bandeira: Maurício|bandeira
bandeira: Maldivas|bandeira
bandeira: Malaui|bandeira
bandeira: México|bandeira
bandeira: Malásia|bandeira
bandeira: Moçambique|bandeira
bandeira: Namíbia|bandeira
bandeira: Nova Caledônia|bandeira
bandeira: Níger|bandeira
bandeira: Ilha Norfolk|bandeira
bandeira: Nigéria|bandeira
bandeira: Nicarágua|bandeira
bandeira: Países Baixos|bandeira
bandeira: Noruega|bandeira
bandeira: Nepal|bandeira
bandeira: Nauru|bandeira
bandeira: Niue|bandeira
bandeira: Nova Zelândia|bandeira
bandeira: Omã|bandeira
bandeira: Panamá|bandeira
bandeira: Peru|bandeira
bandeira: Polinésia Francesa|bandeira
bandeira: Papua-Nova Guiné|bandeira
bandeira: Filipinas|bandeira
bandeira: Paquistão|bandeira
bandeira: Polônia|bandeira
bandeira: São Pedro e Miquelão|bandeira
bandeira: Ilhas Pitcairn|bandeira
bandeira: Porto Rico|bandeira
bandeira: Territórios palestinos|bandeira
bandeira: Portugal|bandeira
bandeira: Palau|bandeira
bandeira: Paraguai|bandeira
bandeira: Catar|bandeira
bandeira: Reunião|bandeira
bandeira: Romênia|bandeira
bandeira: Sérvia|bandeira
bandeira: Rússia|bandeira
bandeira: Ruanda|bandeira
bandeira: Arábia Saudita|bandeira
bandeira: Ilhas Salomão|bandeira
bandeira: Seicheles|bandeira
bandeira: Sudão|bandeira
bandeira: Suécia|bandeira
bandeira: Singapura|bandeira
bandeira: Santa Helena|bandeira
bandeira: Eslovênia|bandeira
bandeira: Svalbard e Jan Mayen|bandeira
bandeira: Eslováquia|bandeira
bandeira: Serra Leoa|bandeira
bandeira: San Marino|bandeira
bandeira: Senegal|bandeira
bandeira: Somália|bandeira
bandeira: Suriname|bandeira
bandeira: Sudão do Sul|bandeira
bandeira: São Tomé e Príncipe|bandeira
bandeira: El Salvador|bandeira
bandeira: Sint Maarten|bandeira
bandeira: Síria|bandeira
bandeira: Essuatíni|bandeira
bandeira: Tristão da Cunha|bandeira
bandeira: Ilhas Turcas e Caicos|bandeira
bandeira: Chade|bandeira
bandeira: Territórios Franceses do Sul|bandeira
bandeira: Togo|bandeira
bandeira: Tailândia|bandeira
bandeira: Tadjiquistão|bandeira
bandeira: Tokelau|bandeira
bandeira: Timor-Leste|bandeira
bandeira: Turcomenistão|bandeira
bandeira: Tunísia|bandeira
bandeira: Tonga|bandeira
bandeira: Turquia|bandeira
bandeira: Trinidad e Tobago|bandeira
bandeira: Tuvalu|bandeira
bandeira: Taiwan|bandeira
bandeira: Tanzânia|bandeira
bandeira: Ucrânia|bandeira
bandeira: Uganda|bandeira
bandeira: Ilhas Menores Distantes dos EUA|bandeira
bandeira: Nações Unidas|bandeira
bandeira: Estados Unidos|bandeira
bandeira: Uruguai|bandeira
bandeira: Uzbequistão|bandeira
bandeira: Cidade do Vaticano|bandeira
bandeira: São Vicente e Granadinas|bandeira
bandeira: Venezuela|bandeira
bandeira: Ilhas Virgens Britânicas|bandeira
bandeira: Ilhas Virgens Americanas|bandeira
bandeira: Vietnã|bandeira
bandeira: Vanuatu|bandeira
bandeira: Wallis e Futuna|bandeira
bandeira: Samoa|bandeira
bandeira: Kosovo|bandeira
bandeira: Iêmen|bandeira
bandeira: Mayotte|bandeira
bandeira: África do Sul|bandeira
bandeira: Zâmbia|bandeira
bandeira: Zimbábue|bandeira
bandeira: Inglaterra|bandeira
bandeira: Escócia|bandeira
bandeira: País de Gales|bandeira`;
