// Written by scripts/emoji from data of Unicode.
/*! © Unicode, Inc. See the licence in Sources/ChatServer/Web/emoji/LICENSE.txt. */

/** A line for each emoji of list.js: its name and its keywords. */
export const names = `visage rieur|sourire
visage souriant avec de grands yeux|sourire
visage très souriant aux yeux rieurs|sourire
visage souriant aux yeux rieurs|dents|sourire
visage souriant avec yeux plissés|bouche|rire|sourire|visage
visage souriant avec une goutte de sueur|sourire
se rouler par terre de rire|rire|se rouler par terre|visage
visage riant aux larmes|larmes|sourire
visage avec un léger sourire|sourire
tête à l’envers|renversée|tête
visage qui fond|disparaître|fondre|liquéfié|liquide|se dissoudre
visage faisant un clin d’œil|clin d’œil|visage
visage souriant avec yeux rieurs|œil|rougir|sourire|visage
visage souriant avec auréole|ange
visage souriant avec cœurs|adorer|aimer|amour|amoureux|béguin|cœurs|sourire
visage souriant avec yeux en forme de cœur|amour|cœur|œil|visage
visage avec des étoiles à la place des yeux|étoile|grand sourire|visage|yeux
visage envoyant un bisou|bisou|cœur
visage faisant un bisou|bisou
visage souriant|sourire
visage faisant un bisou avec les yeux fermés|bisou
visage aux yeux rieurs faisant un bisou|bisou
visage souriant avec une larme|ému|fier|larme|soulagé|souriant|touché
miam|langue
visage qui tire la langue|langue|visage
visage qui tire la langue et fait un clin d’œil|clin d’œil|langue|œil|visage
tête de fou|grand|œil|petit
visage qui tire la langue les yeux plissés|goût|horrible|langue|œil
argent dans les yeux et la bouche|argent|bouche|yeux
visage qui fait un câlin|câlin|gentil|visage
visage avec une main sur la bouche|oups
visage avec yeux ouverts et main sur la bouche|embarrassé|étonné|gêné|impressionné|stupéfait|surpris
visage qui regarde entre ses doigts|captivé|fasciné|jeter un coup d’œil|regarder fixement
visage avec un doigt sur la bouche|chut|silence
visage en pleine réflexion|réflexion|visage
visage qui fait un salut militaire|armée|compris|OK|oui|salut
visage avec bouche fermeture éclair|bouche|fermeture éclair|visage
visage avec les sourcils relevés|méfiant|sceptique
visage neutre|neutre
visage sans expression|inexpressif|neutre|sans expression|visage
visage sans bouche|muet
visage en pointillés|déprimé|disparaître|introverti|invisible|se cacher
visage dans les nuages|brouillard|dans les nuages|distrait|visage dans le brouillard
visage avec un sourire malin|malin|sourire
visage blasé|blasé|pas content|visage
visage roulant des yeux|roulement|yeux
visage grimaçant|grimace|visage
visage expirant|chuchoter|expiration|siffler|soulagement|sursaut
visage de menteur|mensonge|menteur|pinocchio|visage
visage soulagé|soulagement|visage
visage pensif|déçu|pensif|visage
visage endormi|sommeil|visage
visage qui bave|baver|visage
visage somnolent|sommeil|visage|zzz
visage avec masque|masque
visage avec thermomètre|indisposé|malade|thermomètre|visage
visage avec bandage autour de la tête|bandage|tête
visage nauséeux|écœuré|nausée|visage
visage qui vomit|malade|vomi|vomissure
visage qui éternue|atchoum|éternuement|éternuer|rhume|visage
visage rouge et chaud|chaud|coup de chaleur|fièvre|transpiration
visage bleu et froid|froid|gelure|glacial|glaçon
visage éméché|bouche ondulée|dans les vapes|hébété|pompette|rond
visage étourdi|tournis|visage
visage aux yeux en spirales|confusion|étourdi|hagard|tête qui tourne
tête qui explose|choqué
visage avec chapeau de cowboy|chapeau|cowboy|visage
visage festif|célébration|chapeau|fête|sifflet
visage déguisé|déguisement|faux nez|incognito|lunettes|postiche
visage avec lunettes de soleil|lunettes de soleil
visage de geek|geek|lunettes|visage
visage avec un monocle|collet monté|vieux jeu
visage confus|confus|visage
visage avec bouche en diagonale|déçu|euh|incertain|sceptique
visage inquiet|inquiet|visage
visage légèrement mécontent|mécontent|visage
visage mécontent|mécontent|visage
visage avec bouche ouverte|surpris
visage ébahi|sans voix|stupéfait|surpris|visage
visage stupéfait|choc|stupéfait|visage
visage qui rougit|rouge|rougissant|visage
visage implorant|pitié|supplication|yeux de chiens battus
visage retenant ses larmes|pleurs|retenir ses larmes|triste
visage mécontent avec bouche ouverte|bouche|déçu|ouverte|visage
visage angoissé|angoisse|visage
visage effrayé|apeuré|effrayé|peur|visage
visage anxieux avec goutte de sueur|bouche|froid|sueur|visage
visage triste mais soulagé|pfiou
visage qui pleure|larmes
visage qui pleure à chaudes larmes|larme|pleurs|triste|visage
visage qui hurle de peur|cri|effrayé|peur|visage
visage déconcerté|déconcerté|visage
visage persévérant|persévérant|visage
visage déçu|déçu|visage
visage démoralisé avec goutte de sueur|froide|sueur|visage
visage épuisé|épuisé|fatigué|visage
visage fatigué|fatigue|visage
visage bâillant|bâiller|ennui|fatigue
visage avec fumée sortant des narines|triomphe|victoire|visage
visage boudeur|colère|énervé|furieux|visage
visage en colère|colère
visage avec des symboles dans la bouche|juron
visage souriant avec des cornes|cornes|fantastique|sourire|visage
visage en colère avec des cornes|diablotin|mauvais
crâne|corps|fantastique|mort|visage
tête de mort|crâne|mort|os|tête
tas de crotte|caca|crotte|dessin|visage
visage de clown|clown|visage
ogre|japonais
monstre japonais|japonais|monstre
fantôme|créature|fantastique|monstre|visage
alien|créature|extraterrestre|ovni|visage
monstre de l’espace|espace|extraterrestre|monstre
robot|androïde|automate|machine|monstre|visage
chat qui sourit|sourire|visage
chat qui sourit avec des yeux rieurs|sourire|visage|yeux rieurs
chat qui pleure de joie|joie|pleurer de rire|sourire|visage
chat souriant aux yeux en cœurs|amoureux|cœur|sourire|visage|yeux
chat avec sourire en coin|ironique|narquois|sourire en coin|visage
chat qui fait un bisou|bisou|embrasser|visage
chat fatigué|fatigue|inquiet|oh|surpris|visage
chat qui pleure|larme|pleurer|triste|visage
chat qui boude|bouder|colère|désaccord|ennui|visage
singe ne rien voir|aveugle|singe
singe ne rien entendre|singe|sourd
singe ne rien dire|muet|singe
lettre d’amour|amour|lettre
cœur et flèche|cœur|Cupidon|flèche
cœur avec ruban|cœur|ruban|Saint-Valentin
cœur étincelant|cœur
cœur grandissant|cœur
cœur battant|cœur
cœurs qui tournent|cœurs
deux cœurs|amour|cœurs
décoration avec cœur|cœur
cœur point d’exclamation|cœur|exclamation|ponctuation
cœur brisé|cœur
cœur enflammé|amour|désir|feu|passion
cœur avec bandages|réconforter|réparer|soigner
cœur rouge|cœur
cœur orange|orange
cœur jaune|cœur
cœur vert|cœur
cœur bleu|cœur
cœur violet|cœur
cœur marron|brun|marron
cœur noir|noir
cœur blanc|blanc
trace de rouge à lèvres|baiser|lèvres|rouge
cent points|cent
symbole de colère|colère|dessin|furieux
explosion|collision
étourdissement|tournis
gouttes de sueur|éclaboussures|sueur
décamper|filer
trou
bulle de parole|bulle|dialogue
œil dans une bulle de BD|bulle de BD|œil|témoin
bulle de parole gauche|bulle|dialogue
bulle colère droite|bulle|colère|droite
bulle de pensée|bulle|pensée
endormi|dormir|ronfler
signe de la main|coucou|main
dos de main levée|levée|main
main levée doigts écartés|main
main levée|feuille|main
salut vulcain|main|vulcain
main vers la droite|droite|vers la droite
main vers la gauche|gauche|vers la gauche
main paume vers le bas|chasser|faire partir|laisser tomber|ouste|rejeter
main paume vers le haut|appeler de la main|attirer|faire venir|offre
ok|geste|main
bout des doigts joints|argumentation|doigts|geste|main|parler avec les mains
pouce et index rapprochés|petite quantité|petite somme|peu|un peu
V de la victoire|ciseaux|main|victoire
doigts croisés|croisés|doigts|main
main avec index et pouce croisés|amour|argent|cher|claquer des doigts|cœur
signe je t’aime|amour|main
cornes avec les doigts|cornes|main
signe appel téléphonique avec les doigts|appel|main|signe|téléphone
main avec index pointant à gauche|doigt|gauche|index|main
main avec index pointant à droite|doigt|droite|index|main
main avec index pointant vers le haut|doigt|index|main
doigt d’honneur|doigt|main|majeur
main avec index pointant vers le bas|bas|doigt|index|main
index pointant vers le haut|doigt|index|main
index pointant vers l’utilisateur|pointer|toi
pouce vers le haut|main|super
pouce vers le bas|main|nul
poing levé|main|pierre|poing
poing de face|coup de poing|main|poing
poing à gauche|gauche|main|poing
poing à droite|droite|main|poing
applaudissements|bravo|mains
mains levées|air|mains
mains qui forment un cœur|amour|cœur
mains ouvertes|main|ouvert
paume contre paume doigts vers le haut|mains|prière
poignée de main|mains|poignée|présentation|rencontre
mains en prière|mains|prière
main qui écrit|écrire|main
vernis à ongles|maquillage
selfie|appareil photo|téléphone
biceps contracté|biceps|contracté|corps|muscle
bras mécanique|accessibilité|bras robot|prothèse
jambe mécanique|accessibilité|jambe robot|prothèse
jambe|coup de pied|membre
pied|coup de pied|pas lourd
oreille|corps
oreille appareillée|accessibilité|malentendant|prothèse auditive
nez|corps
cerveau|intelligent
cœur|battements|cardiologie|organe|pouls|pulsation
poumons|expiration|inspiration|organe|respiration|souffle
dent|dentiste
os|squelette
yeux|corps|œil|visage
œil|corps
langue|corps
bouche|corps|lèvres
lèvres qui se mordent|anxieux|flirt|inquiet|mal à l’aise|nerveux
bébé
enfant|genre neutre|jeune
garçon|jeune
fille|jeune|vierge|zodiaque
adulte|genre neutre
personne blonde|blond|cheveux
homme
personne barbue|barbe
homme barbu|barbe
femme barbue|barbe
homme : cheveux roux|cheveux roux|homme
homme : cheveux bouclés|cheveux bouclés|homme
homme : cheveux blancs|cheveux blancs|homme
homme : chauve|chauve|homme
femme
femme : cheveux roux|cheveux roux|femme
adulte : cheveux roux|adulte|cheveux roux|genre neutre
femme : cheveux bouclés|cheveux bouclés|femme
adulte : cheveux bouclés|adulte|cheveux bouclés|genre neutre
femme : cheveux blancs|cheveux blancs|femme
adulte : cheveux blancs|adulte|cheveux blancs|genre neutre
femme : chauve|chauve|femme
adulte : chauve|adulte|chauve|genre neutre
femme blonde|blonde|cheveux
homme blond|blond|cheveux
personne âgée|adulte|âgé|genre neutre
homme âgé|âgé|homme
femme âgée|âgée|femme
personne fronçant les sourcils|froncer|sourcils
homme fronçant les sourcils|froncement|geste|homme
femme fronçant les sourcils|femme|froncement|geste
personne qui boude|bouder|geste|moue
homme qui boude|boude|geste|homme
femme qui boude|boude|femme|geste
personne faisant un geste d’interdiction|geste|interdit|main
homme faisant un geste d’interdiction|geste|homme|interdit|main
femme faisant un geste d’interdiction|femme|geste|interdit|main
personne faisant un geste d’acceptation|geste|main|OK
homme faisant un geste d’acceptation|geste d’accord|homme|main|ok
femme faisant un geste d’acceptation|femme|geste d’accord|main|ok
personne paume vers le haut|aide|information|main
homme paume vers le haut|homme|paume vers le haut
femme paume vers le haut|femme|paume vers le haut
personne qui lève la main|content|geste|levée|main
homme qui lève la main|geste|homme|main levée
femme qui lève la main|femme|geste|main levée
personne sourde|accessibilité|entendre|malentendant|oreille|sourd
homme sourd|accessibilité|entendre|malentendant|oreille|sourd
femme sourde|accessibilité|entendre|malentendant|oreille|sourd
personne qui s’incline|désolé|geste|incliné
homme qui s’incline|désolé|geste|homme|incliné
femme qui s’incline|désolée|femme|geste|inclinée
personne avec la paume sur le visage|exaspération|incrédulité|paume de main|visage
homme avec la paume sur le visage|exaspération|homme|incrédulité|paume
femme avec la paume sur le visage|exaspération|femme|incrédulité|paume
personne qui hausse les épaules|doute|haussement d’épaules|ignorance|indifférence
homme qui hausse les épaules|haussement|homme|ignorance|indifférence
femme qui hausse les épaules|femme|haussement|ignorance|indifférence
professionnel de la santé (tous genres)|docteur|infirmier|médecin|santé|thérapeute
professionnel de la santé|docteur|homme|infirmier|santé
professionnelle de la santé|docteur|femme|infirmière|santé
étudiant (tous genres)|diplôme|étudiant|étudiante
étudiant|diplômé|homme
étudiante|diplômée|femme
personnel enseignant|enseignant|enseignante|formateur|formatrice|professeur
enseignant|homme|instituteur|instructeur|professeur
enseignante|femme|institutrice|instructrice|professeure
juge|balance
juge homme|balance|homme|justice
juge femme|balance|femme|juge
fermier (tous genres)|fermier|fermière|jardinier|jardinière
fermier|agriculteur|homme|jardinier
fermière|agricultrice|femme|jardinière
cuisinier (tous genres)|chef|cuisinier|cuisinière
cuisinier|chef|homme
cuisinière|chef|femme
mécanicien (tous genres)|artisan|électricien|électricienne|mécanicien|mécanicienne|plombier
mécanicien|électricien|homme|mécanique|plombier
mécanicienne|électricienne|femme|mécanique|plombier
ouvrier (tous genres)|assemblage|industrie|ouvrier|ouvrière|usine
ouvrier|assemblage|industrie|usine
ouvrière|assemblage|industrie|usine
employé de bureau (tous genres)|affaires|architecte|bureau|employé de bureau|employée de bureau
employé de bureau|affaires|architecte|bureau|homme
employée de bureau|affaires|architecte|bureau|femme
scientifique|chimiste
scientifique homme|chimiste|homme|scientifique
scientifique femme|chimiste|femme|scientifique
informaticien (tous genres)|développeur|développeuse|informaticien|informaticienne|logiciels|technologie
informaticien|développeur|homme|logiciels|technologie
informaticienne|développeuse|femme|logiciels|technologie
chanteur (tous genres)|artiste|chanteur|chanteuse|rock|star
chanteur|artiste|rock|star
chanteuse|artiste|rock|star
artiste|palette
artiste homme|artiste|homme|palette
artiste femme|artiste|femme|palette
pilote|avion
pilote homme|avion|homme|pilote
pilote femme|avion|femme|pilote
astronaute|fusée
astronaute homme|astronaute|espace|fusée|homme
astronaute femme|astronaute|espace|femme|fusée
pompier|camion de pompiers
pompier homme|camion de pompiers|homme|pompier
pompier femme|camion de pompiers|femme|pompier
officier de police|flic|officier|police
policier|flic|homme|officier|police
policière|femme|flic|officier|police
détective|enquêteur|espion
détective homme|détective|enquêteur|espion|homme
détective femme|détective|enquêteuse|espionne|femme
garde
garde homme|garde|homme
garde femme|femme|garde
ninja|furtif|guerrier|masqué
personnel du bâtiment|bâtiment|casque|ouvrier
ouvrier du bâtiment|bâtiment|homme|ouvrier
ouvrière du bâtiment|bâtiment|femme|ouvrière
personne avec une couronne|monarque|noble|royal|royauté
prince
princesse|fantastique
personne en turban|turban
homme en turban|homme|turban
femme en turban|femme|turban
homme avec casquette chinoise|casquette mao|chapeau|homme
femme avec foulard|foulard|hijab|mantilla|tichel
personne en smoking|marié|personne mariée|smoking
homme en smoking|homme|smoking
femme en smoking|femme|smoking
personne mariée avec voile|mariage|mariée|mariée avec voile|voile
homme avec voile|homme|voile
femme avec voile|femme|voile
femme enceinte|enceinte|femme
homme enceinte|enceinte|grossesse|ventre
personne enceinte|enceinte|grossesse|ventre
allaitement|bébé|sein|soins
femme allaitant un bébé|allaitement|bébé|biberon|femme
homme allaitant un bébé|allaitement|bébé|biberon|homme
personne allaitant un bébé|allaitement|bébé|biberon|personne
bébé ange|ange|bébé|fantastique|visage
père Noël|noël|père
mère Noël|mère|Noël
santa|Santa, noël
super-héros|bien|heroïne|héros|super-pouvoir
super-héros homme|bien|héros|homme|super-pouvoir
super-héroïne|bien|femme|héroïne|héros|super-pouvoir
super-vilain|criminel|mal|méchant|super-pouvoir
super-vilain homme|criminel|homme|mal|méchant|super-pouvoir
super-vilain femme|criminelle|femme|mal|méchante|super-pouvoir
mage|ensorceleur|magicien|sorcier|sorcière
mage homme|magicien|sorcier
mage femme|ensorceleuse|sorcière
personnage féérique|Obéron|Puck|Titania
féetaud|Obéron|Puck
fée|Titania
vampire|Dracula|mort-vivant
vampire homme|Dracula|mort-vivant
vampire femme|morte-vivante
créature aquatique|sirène|triton
triton|Triton
sirène
elfe|magique
elfe homme|magique
elfe femme|magique
génie|djinn
génie homme|djinn
génie femme|djinn
zombie|mort-vivant
zombie homme|mort-vivant
zombie femme|morte-vivante
troll|conte de fées|légende|monstre|mythe
personne qui se fait masser|massage|salon|visage
homme qui se fait masser|homme|massage|visage
femme qui se fait masser|femme|massage|visage
personne qui se fait couper les cheveux|barbier|beauté|coiffure|salon
homme qui se fait couper les cheveux|coiffure|homme
femme qui se fait couper les cheveux|coiffure|femme
personne qui marche|marche|piéton
homme qui marche|homme|marche|piéton
femme qui marche|femme|marche|piétonne
personne debout|debout
homme debout|debout|homme
femme debout|debout|femme
personne à genoux|à genoux
homme à genoux|à genoux|homme
femme à genoux|à genoux|femme
personne avec une canne blanche|accessibilité|aveugle
homme avec canne blanche|accessibilité|aveugle|déficient visuel|homme|malvoyant
femme avec canne blanche|accessibilité|aveugle|déficiente visuelle|femme|malvoyante
personne en fauteuil motorisé|accessibilité|fauteuil roulant
homme en fauteuil motorisé|accessibilité|fauteuil roulant|homme
femme en fauteuil motorisé|accessibilité|fauteuil roulant|femme
personne en fauteuil roulant manuel|accessibilité|fauteuil roulant
homme en fauteuil roulant manuel|accessibilité|fauteuil roulant|homme
femme en fauteuil roulant manuel|accessibilité|fauteuil roulant|femme
personne qui court|coureur|course à pied|jogging|marathon
homme qui court|course à pied|homme|jogging|marathon
femme qui court|course à pied|femme|jogging|marathon
danseuse|danse|femme
danseur|danse|homme
homme d’affaires en lévitation|affaires|homme
personnes avec des oreilles de lapin|danseuse|femme|fille|oreilles de lapin
hommes avec des oreilles de lapin|danseur|fête|homme|oreilles de lapin
femmes avec des oreilles de lapin|danseuse|femme|fête|oreilles de lapin
personne au hammam|hammam|sauna
homme au hammam|hammam|sauna
femme au hammam|hammam|sauna
personne qui grimpe|alpiniste|grimpeur
homme qui grimpe|alpiniste|grimpeur
femme qui grimpe|alpiniste|grimpeuse
escrimeur|épée|escrime|personne|sport
course hippique|cheval|jockey|sport
skieur|neige|sport
snowboardeur|neige|sport
joueur de golf|balle|golf
golfeur|golf|homme
golfeuse|femme|golf
personne faisant du surf|sport
surfeur|homme|surf
surfeuse|femme|surf
personne ramant dans une barque|barque|bateau
rameur dans une barque|barque|bateau|homme
rameuse dans une barque|barque|bateau|femme
personne nageant|sport
nageur|homme|nage
nageuse|femme|nage
personne avec ballon|sport
homme avec ballon|ballon|homme
femme avec ballon|ballon|femme
haltérophile|sport
homme haltérophile|haltérophile|homme
femme haltérophile|femme|haltérophile
cycliste|vélo
cycliste homme|cyclisme|cycliste|homme|vélo
cycliste femme|cyclisme|cycliste|femme|vélo
personne en VTT|montagne|vélo
homme en VTT|cycliste|homme|vélo|VTT
femme en VTT|cycliste|femme|vélo|VTT
personne faisant la roue|gymnastique|personne|roue|sport
homme faisant la roue|gymnastique|homme|roue
femme faisant la roue|femme|gymnastique|roue
personnes faisant de la lutte|lutte|lutteur|personnes|sport
lutteurs|hommes|lutte|personne|sport
lutteuses|femmes|lutte|sport
personne jouant au water-polo|sport|water-polo
joueur de water-polo|homme|sport|water-polo
joueuse de water-polo|femme|sport|water-polo
personne jouant au handball|handball|personne|sport
handballeur|handball|homme|sport
handballeuse|femme|handball|sport
personne qui jongle|jongler|jongleur|multitâche
jongleur|homme|jonglage|multitâche
jongleuse|femme|jonglage|multitâche
personne dans la posture du lotus|méditation|position du lotus|yoga
homme dans la posture du lotus|méditation|position du lotus|yoga
femme dans la posture du lotus|méditation|position du lotus|yoga
personne prenant un bain|baignoire|bain
personne au lit|lit
deux personnes se tenant la main|couple|main|personne|poignée de main|tenir la main
deux femmes se tenant la main|couple|femmes|jumelles|main dans la main
femme et homme se tenant la main|couple|femme|homme|main dans la main
deux hommes se tenant la main|couple|Gémeaux|hommes|jumeaux|main dans la main|zodiaque
bisou|baiser|couple
bisou : femme et homme|baiser|bisou|couple|femme|homme
bisou : homme et homme|baiser|bisou|couple|homme
bisou : femme et femme|baiser|bisou|couple|femme
couple avec cœur|amour|cœur|couple
couple avec cœur : femme et homme|amour|cœur|couple|couple avec cœur|femme|homme
couple avec cœur : homme et homme|amour|cœur|couple|couple avec cœur|homme
couple avec cœur : femme et femme|amour|cœur|couple|couple avec cœur|femme
famille|enfant|mère|père
famille : homme, femme et garçon|enfant|famille|femme|garçon|homme|mère|père
famille : homme, femme et fille|enfant|famille|femme|fille|homme|mère|père
famille : homme, femme, fille et garçon|enfant|famille|femme|fille|garçon|homme|mère|père
famille : homme, femme, garçon et garçon|enfant|famille|femme|garçon|homme|mère|père
famille : homme, femme, fille et fille|enfant|famille|femme|fille|homme|mère|père
famille : homme, homme et garçon|enfant|famille|garçon|homme|mère|père
famille : homme, homme et fille|enfant|famille|fille|homme|mère|père
famille : homme, homme, fille et garçon|enfant|famille|fille|garçon|homme|mère|père
famille : homme, homme, garçon et garçon|enfant|famille|garçon|homme|mère|père
famille : homme, homme, fille et fille|enfant|famille|fille|homme|mère|père
famille : femme, femme et garçon|enfant|famille|femme|garçon|mère|père
famille : femme, femme et fille|enfant|famille|femme|fille|mère|père
famille : femme, femme, fille et garçon|enfant|famille|femme|fille|garçon|mère|père
famille : femme, femme, garçon et garçon|enfant|famille|femme|garçon|mère|père
famille : femme, femme, fille et fille|enfant|famille|femme|fille|mère|père
famille : homme et garçon|enfant|famille|garçon|homme|mère|père
famille : homme, garçon et garçon|enfant|famille|garçon|homme|mère|père
famille : homme et fille|enfant|famille|fille|homme|mère|père
famille : homme, fille et garçon|enfant|famille|fille|garçon|homme|mère|père
famille : homme, fille et fille|enfant|famille|fille|homme|mère|père
famille : femme et garçon|enfant|famille|femme|garçon|mère|père
famille : femme, garçon et garçon|enfant|famille|femme|garçon|mère|père
famille : femme et fille|enfant|famille|femme|fille|mère|père
famille : femme, fille et garçon|enfant|famille|femme|fille|garçon|mère|père
famille : femme, fille et fille|enfant|famille|femme|fille|mère|père
tête qui parle|parler|silhouette
silhouette de buste|buste
silhouettes de bustes|bustes
étreinte|au revoir|bonjour|câlin|gratitude
traces de pas|pied
tête de singe|animal|singe
singe|animal
gorille|animal
orang-outan|animal|primate|singe
tête de chien|animal|chien
chien|animal
chien guide|accessibilité|animal|aveugle|guide|non-voyant
chien d’assistance|accessibilité|aide|animal|assistance
caniche|animal|chien
loup|animal|tête
renard|animal|tête
raton laveur|animal|curieux|sournois
tête de chat|animal|chat
chat|animal
chat noir|chat|malchanceux|noir
tête de lion|animal|lion|zodiaque
tête de tigre|animal|tigre
tigre|animal
léopard|animal
tête de cheval|animal|cheval
cheval|animal
licorne|animal|tête
zèbre|animal|rayure|zébrure
cerf|animal
bison|buffle|cornes|herbivore|troupeau
tête de vache|animal|vache
bœuf|animal
buffle|animal
vache|animal
tête de cochon|animal|cochon
cochon|animal
sanglier|animal
groin|animal|cochon
bélier|animal
mouton|animal
chèvre|animal
dromadaire|animal
chameau|animal
lama|alpaga|guanaco|laine|vigogne
girafe|animal|taches
éléphant|animal
mammouth|défenses|extinction|grand|laineux
rhinocéros|animal
hippopotame|animal
tête de souris|animal|souris
souris|animal
rat|animal
hamster|animal|tête
tête de lapin|animal|lapin
lapin|animal
écureuil|animal
castor|barrage
hérisson|animal|épineux
chauve-souris|animal|vampire
ours|animal|tête
ours polaire|arctique|blanc|ours
koala|animal
panda|animal|tête
paresseux|aï|animal|endormi|lent
loutre|animal|joueur|pêcheur
mouffette|animal|odeur|puer|putois
kangourou|Australie|joey|marsupial|saut
blaireau|animal|ratel
empreintes d’animaux|empreintes|pattes
dindon|animal|oiseau
poule|animal|oiseau
coq|animal|oiseau
poussin qui éclôt|animal|oiseau|poussin
poussin|animal|oiseau
poussin de face|animal|oiseau
oiseau|animal
pingouin|animal|oiseau
colombe|animal|oiseau
aigle|animal|oiseau|rapace
canard|animal|oiseau
cygne|animal|jeune cygne|oiseau|vilain petit canard
chouette|animal|oiseau
dodo|extinction|grand|Maurice
plume|léger|oiseau|plumage|voler
flamant|animal|oiseau|rose|tropical
paon|animal|fier|oiseau|paonne|prétentieux
perroquet|animal|oiseau|parle|pirate
grenouille|animal|tête
crocodile|animal|reptile
tortue|animal|reptile
lézard|animal|reptile
serpent|animal|reptile
tête de dragon|animal|dragon
dragon|animal
sauropode|animal|brachiosaure|brontosaure|diplodocus
T-Rex|tyrannosaure|Tyrannosaurus Rex
baleine soufflant par son évent|animal|baleine
baleine|animal
dauphin|animal
phoque|lion de mer|otarie
poisson|animal|poissons|zodiaque
poisson tropical|animal|poisson
poisson-lune|animal|poisson
requin|animal|poisson
pieuvre|animal|mollusque
coquille en spirale|coquille|spirale
corail|océan|récif
escargot|animal
papillon|insecte|mignon
chenille|animal|insecte
fourmi|animal|insecte
abeille|animal|insecte
scarabée|insecte
coccinelle|animal|insecte
criquet|animal|insecte|sauterelle
cafard|blatte|insecte|nuisible
araignée|animal|insecte
toile d’araignée|araignée|toile
scorpion|animal
moustique|fièvre|insecte|maladie|malaria|virus
mouche|asticot|maladie|nuisible|putréfaction
lombric|annélide|parasite|ver|ver de terre
microbe|amibe|bactérie|virus
bouquet|fleur|plante
fleur de cerisier|fleur
fleur blanche|fleur
lotus|bouddhisme|fleur|hindouisme|Inde|pureté|Viêt Nam
rosette|plante
rose|fleur
fleur fanée|fanée|fleur
hibiscus|fleur
tournesol|fleur
bourgeon|fleur
tulipe|fleur
jeune pousse|jeune plant|plantule
plante en pot|décoration|ennuyeux|intérieur|pousser|prendre soin
conifère|arbre
arbre à feuilles caduques|arbre|feuilles caduques|feuillu
palmier|arbre
cactus|plante
plant de riz|riz
feuille|plante
trèfle|plante
trèfle à quatre feuilles|chance|trèfle
feuille d’érable|feuille
feuille morte|feuille
feuille virevoltante|feuille|souffle|vent
nid vide|faire son nid
nid avec œufs|faire son nid
champignon|plante
raisin|fruit
melon|fruit
pastèque|fruit
mandarine|fruit|orange
citron|fruit
banane|fruit
ananas|fruit
mangue|fruit|tropical
pomme rouge|fruit|pomme
pomme verte|fruit|pomme
poire|fruit
pêche|fruit
cerises|fruit
fraise|fruit
myrtilles|baies|bleu|bleuets|violet
kiwi|fruit
tomate|légume|plante
olive|aliment|apéro|nourriture
noix de coco|fruit|palmier|piña colada
avocat|fruit
aubergine|légume
pomme de terre|légume|patate
carotte|légume
épi de maïs|épi|maïs
piment rouge|piment
poivron|légume|piment
concombre|légume
légume à feuilles vertes|chou|chou chinois|chou frisé|chou pommé|laitue
brocoli|chou sauvage|légume
ail|assaisonnement|condiment|légume
oignon|assaisonnement|condiment|légume
cacahuètes|arachide|cacahuète|noisette
haricots|légume|nourriture|rognon
châtaigne|plante
pain|miche
croissant|pain|viennoiserie
baguette|pain
galette|arepa|lavash|naan|pita
bretzel|torsade
bagel|boulangerie|petit-déjeuner|schmear
pancakes|crêpe|pancake
gaufre|gourmandise|moule|pâtisserie|petit-déjeuner
part de fromage|fromage
viande sur un os|viande
cuisse de poulet|poulet
morceau de viande|côtelette|côtelette d’agneau|côtelette de porc|steak
lard|bacon|viande
hamburger|burger
frites|potatœs
pizza|fromage|part
hot dog|saucisse|saucisse de Francfort
sandwich|pain
taco|mexicain
burrito|mexicain
tamal|mexicain|papillote
kebab|falafel
falafels|boulettes|pois chiches|seitan|soja|viande
œuf
œuf au plat|friture|œuf|poêle
plat mitonné|casserole|paella|plat|poêle
marmite|ragoût
fondue|bourguignonne|chocolat|fromage|poêlon|savoyarde|Suisse
bol avec cuillère|céréales|congee|déjeuner
salade verte|salade|verte
pop-corn
beurre|gras|produit laitier
sel|condiment|salière
aliments en conserve|conserve
boîte déjeuner|boîte|déjeuner
galette de riz|cracker|riz
boulette de riz|japonais|onigiri|plat|riz
bol de riz|riz
riz au curry|curry|riz
bol fumant|nouilles|ramen|vapeur
spaghetti|pâtes
patate douce|patate
brochette de poisson|brochette
sushi|japonais|poisson
beignet de crevette|crevette
croquette de poisson|poisson
gâteau de lune|automne|festival|yuèbǐng
brochette de bonbons|bonbons
boulette de pâte|empanada|gyōza|jiaozi|pierogi|potsticker
biscuit chinois|prophétie
boîte à emporter|carton|chinois|nourriture à emporter
crabe|animal
homard|bisque|fruits de mer|pinces
crevette|crustacé
calamar|mollusque
huître|coquille|mollusque|perle
glace italienne|glace
granité|glace
glace|crème|dessert|sucré
doughnut|dessert|sucré
cookie|dessert|sucré
gâteau d’anniversaire|anniversaire
gâteau sablé|dessert|gâteau|pâtisserie|sucré
cupcake|pâtisserie|sucrerie
tarte|décoration|garniture|gâteau|pâtisserie
barre chocolatée|barre|chocolat|dessert|sucré
bonbon|dessert|sucré
sucette|dessert|sucré|sucrerie
crème renversée|dessert|pudding|sucré
pot de miel|miel|pot|sucré
biberon|bébé|boisson|lait
verre de lait|boisson|lait|verre
boisson chaude|boisson
théière|boisson|thé
tasse|thé
saké|bouteille
bouteille de champagne|boisson|bouchon|bouteille|pop
verre de vin|verre|vin
cocktail|verre
cocktail tropical|verre
chope|bière
chopes de bière|bière|trinquer
trinquer|célébrer|fêter|verre
verre tumbler|liqueur|tumbler|verre|whisky
verser un liquide|boisson|renverser|verre|vider
gobelet avec paille|jus de fruits|soda
thé aux perles|bulle|lait|perle
briquette de jus|carton|jus de fruits
maté|boisson
glaçon|froid|glace|iceberg
baguettes|hashi
fourchette et couteau avec assiette|assiette|assiette et couverts|couteau|cuisine|fourchette
fourchette et couteau|couteau et fourchette|restaurant
cuillère|couvert
couteau de cuisine|arme|couteau|cuisine|outil
bocal|condiments|conserver|récipient|sauce|vide
amphore|cuisine|vase
globe tourné sur l’Afrique et l’Europe|afrique|europe
globe tourné sur les Amériques|amérique
globe tourné sur l’Asie et l’Australie|asie|australie
globe avec méridiens|globe terrestre
carte du monde|carte
carte du Japon|carte|japon
boussole|magnétique|navigation|orientation
montagne enneigée|montagne
montagne
volcan|éruption
mont Fuji|montagne
camping
plage avec parasol|parasol|plage
désert
île déserte|île
parc national|nature
stade
monument classique|monument
construction d’un bâtiment|construction
brique|argile|briques|mortier|mur
rocher|lourd|pierre|roc|solide
bois|bûche|rondins|tronc
hutte|case|maison|yourte
maisons|bâtiments
maison abandonnée|maison
maison|bâtiment|pavillon
maison avec jardin|jardin|maison
immeuble de bureaux|immeuble
bureau de poste japonais|bâtiment|Japon|poste
bureau de poste|poste
hôpital|bâtiment
banque|bâtiment
hôtel|bâtiment
love hotel|bâtiment
supérette|épicerie|magasin
école|bâtiment
grand magasin|magasin
usine|bâtiment
château japonais|bâtiment
château|bâtiment|européen
mariage|amour|chapelle|église
tour de Tokyo|Tokyo|tour
statue de la Liberté|statue
église|bâtiment|chrétien|croix|religion
mosquée|islam|musulman|religion
temple hindou|hindou|religion|stūpa|temple
synagogue|juif|juive|religion|temple
sanctuaire shinto|shinto
kaaba|islam|musulman|religion
fontaine
tente|camping
brume|brouillard
nuit étoilée|étoiles|nuit
ville|bâtiment
soleil levant derrière les montagnes|soleil
soleil levant|soleil
ville au crépuscule|coucher de soleil|crépuscule|immeubles|soir
coucher de soleil|soleil
pont de nuit|pont
sources chaudes|source
cheval de manège|cheval|manège
toboggan|aire de jeu|jouer
grande roue|roue
montagnes russes|montagnes|russes
enseigne de barbier|barbier|coiffure|enseigne
chapiteau|cirque
locomotive|train
wagon|chemin de fer|train|voiture
TGV|train
train à grande vitesse|train
train|chemin de fer
métro
métro léger|métro
gare|train
tramway|tram|transport|trolley|trolleybus
monorail|véhicule
train de montagne|train
wagon de tramway|tram|trolleybus|voiture
bus|véhicule
bus de face|bus
trolleybus|bus|trolley
minibus|bus
ambulance|véhicule
camion de pompier|pompier
voiture de police|police
voiture de police de face|police
taxi|véhicule
taxi de face|taxi
voiture|automobile
voiture de face|automobile
véhicule utilitaire sport|loisirs|voiture
pick-up|pickup|véhicule
camion de livraison|camion
semi-remorque|camion|poids lourd|semi
tracteur|véhicule
voiture de course|course|voiture
moto|course
scooter
fauteuil roulant manuel|accessibilité
fauteuil motorisé|accessibilité|fauteuil roulant
tuk tuk|rickshaw|taxi|tricycle
vélo
trottinette
planche à roulettes|glisse|longboard|roulettes|skateboard
patin à roulettes|derby|roller|roulette
arrêt de bus|bus
autoroute|route
voie ferrée|train
baril de pétrole|pétrole
pompe à essence|essence|station
roue|cercle|pneu|tourner
gyrophare|lumière|police|voiture
feu tricolore horizontal|feu|tricolore
feu tricolore vertical|feu|tricolore
stop|signe
travaux|barrière
ancre|bateau|outil
bouée de sauvetage|flotter|sauver|sauveteur|secours|sécurité
voilier|bateau|mer|yacht
canoë|bateau
hors-bord|bateau
paquebot|bateau
ferry|bateau
bateau à moteur|bateau
navire|bateau
avion|véhicule
petit avion|avion
avion au décollage|avion
avion à l’atterrissage|avion
parachute|parachute ascensionnel|parapente
siège|fauteuil
hélicoptère|véhicule
train suspendu|train
téléphérique|montagne|télécabine
tramway aérien|télécabine|tramway
satellite|espace
fusée|espace
soucoupe volante|OVNI
cloche de comptoir|cloche|hôtel
bagage|valise|voyage
sablier|minuteur|sable
sablier avec sable qui coule|sablier
montre|heure
réveil|alarme|heure
chronomètre|heure
horloge|heure|minuteur
pendule|horloge
midi/minuit|0 h|12 h
midi/minuit et demie|00 h 30|12 h 30
une heure|1 h|13 h
une heure et demie|1 h 30|13 h 30
deux heures|14 h|2 h
deux heures et demie|14 h 30|2 h 30
trois heures|15 h|3 h
trois heures et demie|15 h 30|3 h 30
quatre heures|16 h|4 h
quatre heures et demie|16 h 30|4 h 30
cinq heures|17 h|5 h
cinq heures et demie|17 h 30|5 h 30
six heures|18 h|6 h
six heures et demie|18 h 30|6 h 30
sept heures|19 h|7 h
sept heures et demie|19 h 30|7 h 30
huit heures|20 h|8 h
huit heures et demie|20 h 30|8 h 30
neuf heures|21 h|9 h
neuf heures et demie|21 h 30|9 h 30
dix heures|10 h|22 h
dix heures et demie|10 h 30|22 h 30
onze heures|11 h|23 h
onze heures et demie|11 h 30|23 h 30
nouvelle lune|lune
lune croissante|lune
premier quartier de lune|lune
lune gibbeuse croissante|lune
pleine lune|lune
lune gibbeuse décroissante|lune
dernier quartier de lune|dernier quartier|lune
lune décroissante|lune
croissant de lune|lune
nouvelle lune avec visage|lune
premier quartier de lune avec visage|lune
dernier quartier de lune avec visage|lune
thermomètre|météo
soleil|brillant|météo|rayons
pleine lune avec visage|lune
soleil avec visage|soleil
planète à anneaux|saturne|saturnien
étoile
étoile brillante|étoile
étoile filante|étoile
voie lactée|espace
nuage|météo
soleil derrière les nuages|nuageux|soleil
nuage avec éclair et pluie|éclair|météo|orage|pluie
soleil derrière un petit nuage|nuage
soleil derrière un gros nuage|nuage
soleil derrière un nuage de pluie|nuage
nuage avec pluie|averse|mauvais temps|météo|pluie
nuage avec neige|flocons|hiver|météo|neige
nuage avec éclair|nuage
tornade|météo|nuage|tourbillon
brouillard|météo|nuage
vent avec visage|météo|souffle|vent|visage
cyclone|tourbillon
arc-en-ciel|météo|pluie
parapluie fermé|pluie
parapluie ouvert|pluie
parapluie avec gouttes de pluie|gouttes|météo|pluie
parasol sur le sol|plage|soleil
haute tension|courant|danger|éclair|électricité|tension
flocon|neige
bonhomme de neige|neige
bonhomme de neige sans neige|neige
comète|espace
feu|flamme
goutte d’eau|sueur
vague|mer|océan
citrouille|citrouille lanterne|halloween
sapin de Noël|arbre|fête|Noël
feu d’artifice|artifice
cierge magique|étincelle|fête|feu d’artifice
pétard|dynamite|explosif|feu d’artifice
étincelles|*|étoile|scintiller
ballon gonflable|fête
cotillons|fête
confettis|fête
arbre à vœux|arbre|vœux
bambou décoratif|bambou|fête|japonais|plante
poupées japonaises|poupées
koinobori|carpe|fête
carillon éolien|carillon|clochette|fête|vent
cérémonie de la lune|cérémonie|lune
enveloppe rouge|argent|bonne chance|cadeau|hóngbāo|lai see
ruban|fête
cadeau|anniversaire|fête
ruban de mémoire|ruban
billet d’entrée|spectacle
billet|spectacle
médaille militaire|médaille
trophée|prix
médaille sportive|médaille
médaille d’or|1er|médaille|or
médaille d’argent|2e|argent|médaille
médaille de bronze|3e|bronze|médaille
ballon de football|balle|football|sport
baseball|balle|sport
softball|balle|gant
basket|ballon|panier|sport
volley-ball|ballon|match|sport
football américain|ballon|sport
rugby|ballon|sport
tennis|balle|sport
disque volant|discoplane|frisbee|sport|ultimate|ultime-passe
bowling|boule|jeu|partie
cricket|balle|batte|match|sport
hockey sur gazon|balle|crosse|hockey|sport
hockey sur glace|crosse|hockey|palet|sport
crosse|balle|but|sport
ping-pong|partie|raquette|sport|tennis de table
badminton|match|raquette|sport|volant
gant de boxe|boxe|gant|sport
tenue d’arts martiaux|arts martiaux|judo|karaté|sport|taekwondo|tenue
cage|filet|sport
drapeau de golf|golf|sport|trou
patin à glace|glace|patin|sport
pêche à la ligne|pêche
masque de plongée|apnée|plonger|snorkeling|tuba
maillot de course|sport
ski|sport
luge|traîneau
pierre de curling|granit|match|partie|sport
dans le mille|cible
yoyo|descendre|jouet|monter|osciller
cerf-volant|planer|voler
pistolet à eau|arme|arme à feu|pistolet|revolver
boule de billard|billard|jeu|pool
boule de cristal|cristal
baguette magique|magicien|magie|sorcier|sorcière
jeu vidéo|manette
manette de jeu|jeu|jeu vidéo|joystick
machine à sous|jeu
dés|jeu
pièce de puzzle|assemblage|indice|puzzle
ours en peluche|jeu|jouet|peluche
piñata|bonbons|confiseries|fête
boule à facettes|briller|danse|disco|fête
poupées russes|emboîté|matriochka|russe
pique|carte|couleur|jeu
cœur cartes|cœur|couleur|jeu
carreau|carreaux|carte|couleur|jeu
trèfle cartes|couleur|jeu|trèfle
pion d’échec|duper|échec|sacrifiable
carte Joker|jeu|Joker
dragon rouge mahjong|jeu|mahjong|rouge
jeu des fleurs|carte|fleur|japonais|jeu
spectacle vivant|art|masque|spectacle|théâtre
cadre avec image|art|image|musée|peinture
palette de peinture|art|musée de peinture|peinture
bobine de fil|aiguille|bobine|couture|ficelle
aiguille à coudre|broderie|couture|points|suture|tailleur
fil|boule|crochet|pelote|tricot
nœud|attacher|corde|entrelacer|noué|tordre
lunettes de vue|lunettes|œil|vêtements
lunettes de soleil|lunettes|soleil
lunettes|natation|protection des yeux|soudage
blouse blanche|docteur|expérience|scientifique
gilet de sécurité|fluo|gilet jaune|sécurité|sûreté|visibilité
cravate|vêtements
T-shirt|tee-shirt|vêtements
jean|pantalon|vêtements
foulard|cou|vêtements
gants|main|vêtements
manteau|veste|vêtements
chaussettes|pieds|vêtements
robe|vêtements
kimono|vêtements
sari|mode|robe|vêtement
maillot de bain une pièce|maillot de bain
slip|maillot de bain|sous-vêtement
short|caleçon|maillot de bain|sous-vêtement
bikini|maillot de bain
vêtements de femme|femme|vêtements
porte-monnaie|monnaie|vêtements
sac à main|sac|vêtements
pochette|sac|vêtements
sacs de shopping|sac|shopping
cartable|école|sac|sac à dos
tong|claquettes|sandales|sandales de plage|tatanes|tongs
chaussure d’homme|chaussure|homme|vêtements
chaussure de sport|chaussure|vêtements
chaussure de randonnée|camping|chaussure|chaussure de marche|marche|randonnée|vêtements
chaussure plate|ballerine|chaussure sans lacets|mule|vêtements
chaussure à talon haut|chaussure|vêtements
sandale de femme|chaussure|vêtements
chaussons de danse|ballet|chaussures|danse
botte de femme|botte|chaussure|vêtements
couronne|reine|roi|vêtements
chapeau de femme|chapeau|femme|vêtements
haut de forme|chapeau|vêtements
toque universitaire|chapeau|vêtements
casquette américaine|casquette de baseball|vêtements
casque militaire|armée|casque|guerrier|militaire|soldat
casque de secouriste|assistance|casque|croix
chapelet|prière|religion|vêtements
rouge à lèvres|maquillage
bague|amour|diamant
pierre précieuse|bijou|diamant|joyau
muet|silence|son
volume des enceintes faible|son
volume des enceintes moyen|son
volume des enceintes élevé|son
haut-parleur|son
porte-voix|manifestation|mégaphone
cor postal|facteur
cloche
alarme désactivée|barrée|cloche|silence
partition|musique
note de musique|musique|note
notes de musique|musique|note|notes
micro de studio|micro
curseur de niveau|curseur|musique|niveau
boutons de réglage|boutons|boutons de commande
micro|karaoke
casque|écouteurs
radio|vidéo
saxophone|instrument|musique
accordéon|bandonéon|concertina|piano à bretelles
guitare|instrument|musique
piano|clavier|instrument|musique
trompette|instrument|musique
violon|instrument|musique
banjo|cordes|instrument à cordes|musique
batterie|baguettes|musique|tambour
djembé|battement|conga|rythme|tambour
téléphone portable|téléphone
appel entrant|appel
téléphone
combiné téléphonique|téléphone
bipeur|pager
fax|télécopieur
pile
pile faible|batterie|déchargé|électronique|énergie faible
câble avec fiche électrique|prise
ordinateur portable|ordinateur
ordinateur de bureau|ordinateur
imprimante|ordinateur
clavier|ordinateur
souris d’ordinateur|souris
boule de commande|ordinateur|souris à boule
disque d’ordinateur|disque
disquette|disque|ordinateur
CD|disque
DVD|disque
abaque|calcul
caméra|cinéma|film
pellicule|bande|cinéma|film
projecteur cinématographique|projecteur
clap|film
téléviseur|télévision|TV
appareil photo|vidéo
appareil photo avec flash|appareil photo
caméscope|caméra|vidéo
cassette vidéo|vhs|vidéocassette
loupe orientée à gauche|loupe|recherche
loupe orientée à droite|loupe|recherche
bougie|lumière
ampoule|dessin|idée|lumière
torche|lumière
lampion rouge|japonais|lanterne|lumière|rouge
diya|ārtī|Diwali|huile|lampe|lampe à beurre
carnet avec couverture|carnet
livre fermé|livre
livre ouvert|livre
livre vert|livre
livre bleu|livre
livre orange|livre
livres|livre
carnet
carnet de compte|grand livre
page enroulée|page
parchemin|papier
page|document
journal|actualités
journal roulé|journal
signets|marque|marqueur|onglets|signet
marque-page|marqueur
étiquette
sac plein d’argent|argent|dollar|sac|sac d’argent
pièce|argent|métal|or|trésor
billet en yens|billet
billet en dollars|billet
billet en euros|billet
billet en livres|billet
billet avec des ailes|billet
carte bancaire|bancaire|carte
reçu|comptabilité|justificatif|preuve
courbe avec yen en hausse|banque|graphique|hausse|monnaie
enveloppe|courrier électronique|e-mail
e-mail|courrier électronique|message
message reçu|courrier électronique|e-mail|message
enveloppe avec flèche|courrier électronique|e-mail|message
boîte d’envoi|courrier électronique|e-mail|message
boîte de réception|courrier électronique|e-mail|message
colis|paquet
boîte aux lettres fermée drapeau levé|courrier
boîte aux lettres fermée drapeau baissé|courrier
boîte aux lettres ouverte drapeau levé|courrier
boîte aux lettres ouverte drapeau baissé|courrier
boîte aux lettres|courrier
urne électorale|urne
crayon
stylo plume noir|stylo
stylo plume|stylo
stylo|stylo bille
pinceau|peinture
crayon pastel|pastel
mémo|crayon
porte-documents
dossier|fichier
dossier ouvert|dossier
intercalaires|classement|index|intercalaire
calendrier|date
éphéméride|calendrier|date
bloc-notes à spirale|notes
calendrier à spirale|calendrier
carnet d’adresses|fiche|index|rolodex
graphique en hausse|graphique|hausse|tendance
graphique en baisse|baisse|graphique|tendance
graphiques à barres|graphique
porte-bloc|fournitures
punaise|fournitures
épingle|fournitures
trombone|fournitures
trombones|fournitures
règle|fournitures
équerre|fournitures
ciseaux|fournitures
boîte à dossiers|dossier
meuble à dossiers|classement|classer|dossier|meuble
corbeille à papiers|corbeille
cadenas fermé|cadenas|verrouillé
cadenas ouvert|cadenas
cadenas fermé avec stylo|verrouillé
cadenas fermé avec clé|sécurisé
clé|mot de passe|serrure
clé ancienne|clé|serrure
marteau|outil
hache|bois|fendre|hachette
pioche|mine|outil
marteau et pioche|marteau|outil|pioche
marteau et clé à molette|clé|clé à molette|marteau|outil
dague|arme|couteau|poignard
épées croisées|arme|croisées|épées
bombe|dessin
boomerang|australie|répercussion
arc et flèche|arc|archer|flèche|Sagittaire
bouclier|arme
scie|bois|outil|scie égoïne
clé à molette|clé|outil
tournevis|outil|vis
vis et écrou|écrou|outil|vis
roue dentée|engrenage|outil
serre-joint|outil
balance à poids|balance|justice
canne blanche|accessibilité|aveugle|déficient visuel|malvoyant
chaînons|maillons
chaînes|chaîne
crochet|accrocher|appâter|attraper|ferrer|hameçonner
boîte à outils|coffre|mécanique|outil
aimant|attraction|fer à cheval|magnétique
échelle|barreau|échelon|escabeau|monter
alambic|chimie|outil
tube à essai|chimie|chimiste|expérience|labo|sciences
boîte de pétri|bactérie|biologie|biologiste|culture|labo
adn|biologiste|évolution|gène|génétique|vie
microscope|outil|science
télescope|outil|science
antenne satellite|antenne|antenne parabolique|parabole
seringue|aiguille|docteur|malade|médecine
goutte de sang|don du sang|médecine|menstruation|règles
pilule|docteur|malade|médecine
sparadrap|bandage|médecine|pansement|premiers secours
béquille|accident|blessé|boiter|canne|handicap
stéthoscope|cœur|docteur|médecine|poumons
radiographie|docteur|médical|os|poumons|rayons X|squelette
porte
ascenseur|accessibilité|monte-personnes
miroir|glace|psyché|reflet
fenêtre|air frais|cadre|ouverture|transparent|vue
lit|dormir|hôtel
canapé et lampe|canapé|lampe
chaise|assis|siège
toilettes
ventouse|déboucheur|plombier|succion|toilettes
douche|eau
baignoire|bain
tapette à souris|appât|piège|piège à souris|tapette
rasoir|coupant|lame|raser|tranchant
bouteille de lotion|crème hydratante|crème solaire|flacon|lotion|shampooing
épingle de sûreté|couche|lange|punk rock
balai|balayage|nettoyage|sorcière
panier|agriculture|linge|pique-nique
rouleau de papier|essuie-tout|papier hygiénique|papier toilette
seau|conteneur
savon|bain|lavage|mousse|pain de savon|porte-savon
bulles|propre|savon|sous l’eau
brosse à dents|brosse|dentaire|dents|hygiène|laver|salle de bain
éponge|absorbante|nettoyage|poreuse
extincteur|éteindre|feu|incendie
chariot|panier|shopping
cigarette|fumeur
cercueil|mort
pierre tombale|cimetière|stèle|tombe
urne funéraire|urne
mauvais œil|amulette|nazar|perle|talisman
main de Fatma|amulette|Fatma|hamsa|khamsa|Myriam|protection
moai|statue
pancarte|grève|manifestation|panneau|protestation
carte d’identité|justificatif|papiers|permis de conduire|pièce d’identité|sécurité
distributeur de billets|argent|dab
icône Poubelle|poubelle
eau potable|eau
symbole Accès handicapés|accès handicapés
symbole Toilettes hommes|homme|toilettes|WC
symbole Toilettes femmes|femme|toilettes|WC
panneau Toilettes|toilettes|WC
symbole Bébé|bébé|espace de change
WC|toilettes
contrôle des passeports|contrôle|passeport
douane
retrait des bagages|bagages
consigne|bagages
symbole d’avertissement|avertissement
traversée d’enfants|école|enfants|piétons
sens interdit|entrée interdite|interdiction|interdit
symbole d’interdiction|interdiction|interdit
vélos interdits|interdiction|interdit|vélo
interdiction de fumer|fumer|interdiction|interdit
dépôt d’ordures interdit|déchets|interdiction|interdit
eau non potable|eau
interdit aux piétons|interdiction|interdit
téléphones portables interdits|interdiction|interdit|portable|téléphone
18 ans et plus|dix-huit|interdiction|interdit|mineur
radioactif|symbole
danger biologique|danger|symbole
flèche haut|direction|flèche|nord
flèche haut droite|direction|flèche|nord-est
flèche droite|direction|est|flèche
flèche bas droite|direction|flèche|sud-est
flèche bas|direction|flèche|sud
flèche bas gauche|direction|flèche|sud-ouest
flèche gauche|direction|flèche|ouest
flèche haut gauche|direction|flèche|nord-ouest
flèche haut bas|flèche
flèche gauche droite|flèche
flèche courbe gauche|flèche
flèche courbe droite|flèche
flèche courbe haut|flèche
flèche courbe bas|flèche
flèches dans le sens horaire|flèche|sens horaire|symbole Recharger
flèches dans le sens antihoraire|flèche|sens antihoraire
flèche Retour|flèche
flèche Fin|flèche
flèche Activé|flèche
flèche Bientôt|flèche
flèche En haut|flèche
lieu de culte|culte|religion
symbole de l’atome|athée|atome
om|hindou|religion
étoile de David|David|étoile|juif|Juif|religion
roue du Dharma|bouddhiste|dharma|religion|roue
yin yang|religion|tao|yang|yin
croix latine|chrétien|croix|religion
croix orthodoxe|chrétien|croix|religion
lune et étoile|étoile|lune|musulman|religion
symbole de paix|paix
chandelier à sept branches|chandelier|menora|religion
étoile à 6 branches|chance|étoile
bélier zodiaque|zodiaque
taureau|zodiaque
gémeaux|zodiaque
cancer|zodiaque
lion|zodiaque
vierge|zodiaque
balance|zodiaque
scorpion zodiaque|zodiaque
sagittaire|zodiaque
capricorne|zodiaque
verseau|zodiaque
poissons|zodiaque
serpentaire|ophiuchus|zodiaque
bouton lecture aléatoire|flèche|flèches croisées
bouton répétition|flèche|flèches en cercle|sens horaire
bouton répétition de la piste|flèche|flèches en cercle avec n°1|sens horaire
bouton lecture|flèche|lecture|triangle
bouton avance rapide|avance|avance rapide|double flèche
bouton piste suivante|piste suivante|scène suivante|suivant|triangle
bouton lecture/pause|flèche|lecture|pause|triangle
bouton retour|flèche|gauche|retour|triangle
bouton retour rapide|flèche|retour|retour rapide
bouton piste précédente|piste précédente|précédent|scène précédente|triangle
petit triangle haut|flèche
double flèche vers le haut|flèche vers le haut
petit triangle bas|flèche
double flèche vers le bas|bas|flèche vers le bas
bouton pause|pause
bouton stop|carré|stop
bouton enregistrer|cercle|enregistrer
bouton éjecter|éjecter
cinéma|caméra|film
luminosité faible|luminosité
luminosité élevée|luminosité
barres de réseau|portable|réseau|téléphone
mode vibreur|portable|téléphone|vibreur
téléphone éteint|portable|téléphone
symbole de la femme|femme
symbole de l’homme|homme
symbole de la communauté transgenre|transgenre
signe multiplier|*|×|annuler|multiplier|non|x
plus|+|addition|arithmétique|mathématiques|signe plus
moins|-|−|arithmétique|mathématiques|signe moins|soustraction
signe diviser|÷|diviser|division|mathématiques|signe
signe égal gras|égalité|mathématiques
infini|éternité|illimité|universel
double point d’exclamation|!|!!|exclamation|point
points d’exclamation et d’interrogation|!|!?|?|exclamation|ponctuation|question
point d’interrogation rouge|?|interrogation|point d’interrogation|ponctuation|question
point d’interrogation blanc|?|interrogation|ponctuation|question
point d’exclamation blanc|!|exclamation|ponctuation
point d’exclamation rouge|!|exclamation|point d’exclamation|ponctuation
ligne ondulée|ponctuation|trait d’union ondulé|vague
conversion de devise|argent|banque|change|conversion|devise
symbole dollar|argent|dollar
caducée|médecine|personnel
symbole Recyclage|recyclage
fleur de lys
trident|ancre|bateau
badge nominatif|badge|nom
symbole japonais de débutant|débutant
cercle rouge|0|anneau|cercle|o|rouge
bouton coché|✓|carré|coche|marque|oui|sélection
case cochée|✓|bouton|carré|coche|oui|sélection
coche|✓|oui|sélection
croix|×|annuler|multiplication|multiplier|x
bouton croix|×|croix|x
boucle|bouclette
double boucle|boucle
alternance|symbole
astérisque huit branches|*|astérisque|étoile|huit
étoile huit branches|*|astérisque|étoile|huit
éclat|*|briller|étinceler|scintiller
symbole copyright|©|c|copyright
marque déposée|®|marque commerciale|r
marque commerciale déposée|marque déposée
touches : #|touches
touches : *|touches
touches : 0|touches
touches : 1|touches
touches : 2|touches
touches : 3|touches
touches : 4|touches
touches : 5|touches
touches : 6|touches
touches : 7|touches
touches : 8|touches
touches : 9|touches
touches : 10|touches
majuscules|lettres|lettres latines|saisie
minuscules|lettres|lettres latines|saisie
saisie de chiffres|1234|chiffres|saisie
saisie de symboles|saisie|symboles
alphabet latin|alphabet|lettres|saisie
groupe sanguin A|A|groupe sanguin
groupe sanguin AB|AB|groupe sanguin
groupe sanguin B|B|groupe sanguin
bouton Effacer|effacer
bouton Cool|cool
bouton Gratuit|gratuit
source d’informations|i|informations
bouton Identifiant|identifiant
m encerclé|cercle|m
bouton Nouveau|nouveau
bouton Pas bien|interdit|mauvais
groupe sanguin O|groupe sanguin|O
bouton OK|OK
bouton P|parking
bouton SOS|SOS
bouton Vers le haut|nouveau|nouveauté
bouton VS|contre|versus|vs
bouton ici en japonais|ici|japonais
bouton frais de service en japonais|frais de service|japonais
bouton montant mensuel en japonais|japonais|montant mensuel
bouton pas gratuit en japonais|japonais|pas gratuit|payant
bouton réservé en japonais|japonais|réservé
bouton bonne affaire en japonais|bonne affaire|japonais
bouton réduction en japonais|japonais|rabais|réduction
bouton gratuit en japonais|gratuit|japonais
bouton interdit en japonais|japonais
bouton accepter en japonais|accepter|japonais
bouton application en japonais|application|japonais
bouton note pour réussir en japonais|japonais|note pour réussir
bouton chambres disponibles en japonais|chambres disponibles|japonais
bouton félicitations en japonais|félicitations|japonais
bouton secret en japonais|japonais|secret
bouton ouvert pour affaires en japonais|japonais|ouvert pour affaires
bouton complet en japonais|complet|japonais
disque rouge|cercle|forme géométrique|géométrie|rond|rouge
disque orange|cercle|forme géométrique|géométrie|orange|rond
disque jaune|cercle|forme géométrique|géométrie|jaune|rond
disque vert|cercle|forme géométrique|géométrie|rond|vert
disque bleu|bleu|cercle|forme géométrique|géométrie|rond
disque violet|cercle|forme géométrique|géométrie|rond|violet
disque marron|cercle|forme géométrique|géométrie|marron|rond
disque noir|cercle|forme géométrique|géométrie|noir|rond
disque blanc|blanc|cercle|forme géométrique|géométrie|rond
carré rouge|forme géométrique|géométrie|rouge
carré orange|forme géométrique|géométrie|orange
carré jaune|forme géométrique|géométrie|jaune
carré vert|forme géométrique|géométrie|vert
carré bleu|bleu|forme géométrique|géométrie
carré violet|forme géométrique|géométrie|violet
carré marron|forme géométrique|géométrie|marron
grand carré noir|carré|forme géométrique
grand carré blanc|forme|géométrie
carré moyen noir|carré|forme géométrique
carré moyen blanc|carré|forme géométrique
carré petit moyen noir|carré|forme|géométrie
carré petit moyen blanc|carré|forme|géométrie
petit carré noir|carré|forme géométrique
petit carré blanc|carré|forme géométrique
grand losange orange|forme géométrique|losange
grand losange bleu|forme géométrique|grand losange orange|losange
petit losange orange|forme géométrique|losange
petit losange bleu|forme géométrique|losange
triangle rouge pointant vers le haut|forme géométrique|rouge
triangle rouge pointant vers le bas|flèche|forme|géométrie
diamant avec un point|dessin|diamant|géométrique|intérieur
bouton radio|bouton|forme|géométrie|radio
carré blanc|bouton|carré|forme|géométrie
carré noir|bouton|carré|forme|géométrie
drapeau à damier|drapeau
drapeau triangulaire|drapeau|fanion
drapeaux croisés|drapeaux
drapeau noir|drapeau
drapeau blanc|drapeau
drapeau arc-en-ciel|arc-en-ciel|drapeau
drapeau transgenre|blanc|bleu clair|rose|transgenre
drapeau de pirate|pillage|piller|pirate|trésor
drapeau : Île de l’Ascension|drapeau
drapeau : Andorre|drapeau
drapeau : Émirats arabes unis|drapeau
drapeau : Afghanistan|drapeau
drapeau : Antigua-et-Barbuda|drapeau
drapeau : Anguilla|drapeau
drapeau : Albanie|drapeau
drapeau : Arménie|drapeau
drapeau : Angola|drapeau
drapeau : Antarctique|drapeau
drapeau : Argentine|drapeau
drapeau : Samoa américaines|drapeau
drapeau : Autriche|drapeau
drapeau : Australie|drapeau
drapeau : Aruba|drapeau
drapeau : Îles Åland|drapeau
drapeau : Azerbaïdjan|drapeau
drapeau : Bosnie-Herzégovine|drapeau
drapeau : Barbade|drapeau
drapeau : Bangladesh|drapeau
drapeau : Belgique|drapeau
drapeau : Burkina Faso|drapeau
drapeau : Bulgarie|drapeau
drapeau : Bahreïn|drapeau
drapeau : Burundi|drapeau
drapeau : Bénin|drapeau
drapeau : Saint-Barthélemy|drapeau
drapeau : Bermudes|drapeau
drapeau : Brunei|drapeau
drapeau : Bolivie|drapeau
drapeau : Pays-Bas caribéens|drapeau
drapeau : Brésil|drapeau
drapeau : Bahamas|drapeau
drapeau : Bhoutan|drapeau
drapeau : Île Bouvet|drapeau
drapeau : Botswana|drapeau
drapeau : Biélorussie|drapeau
drapeau : Belize|drapeau
drapeau : Canada|drapeau
drapeau : Îles Cocos|drapeau
drapeau : Congo-Kinshasa|drapeau
drapeau : République centrafricaine|drapeau
drapeau : Congo-Brazzaville|drapeau
drapeau : Suisse|drapeau
drapeau : Côte d’Ivoire|drapeau
drapeau : Îles Cook|drapeau
drapeau : Chili|drapeau
drapeau : Cameroun|drapeau
drapeau : Chine|drapeau
drapeau : Colombie|drapeau
drapeau : Île Clipperton|drapeau
drapeau : Costa Rica|drapeau
drapeau : Cuba|drapeau
drapeau : Cap-Vert|drapeau
drapeau : Curaçao|drapeau
drapeau : Île Christmas|drapeau
drapeau : Chypre|drapeau
drapeau : Tchéquie|drapeau
drapeau : Allemagne|drapeau
drapeau : Diego Garcia|drapeau
drapeau : Djibouti|drapeau
drapeau : Danemark|drapeau
drapeau : Dominique|drapeau
drapeau : République dominicaine|drapeau
drapeau : Algérie|drapeau
drapeau : Ceuta et Melilla|drapeau
drapeau : Équateur|drapeau
drapeau : Estonie|drapeau
drapeau : Égypte|drapeau
drapeau : Sahara occidental|drapeau
drapeau : Érythrée|drapeau
drapeau : Espagne|drapeau
drapeau : Éthiopie|drapeau
drapeau : Union européenne|drapeau
drapeau : Finlande|drapeau
drapeau : Fidji|drapeau
drapeau : Îles Malouines|drapeau
drapeau : Micronésie|drapeau
drapeau : Îles Féroé|drapeau
drapeau : France|drapeau
drapeau : Gabon|drapeau
drapeau : Royaume-Uni|drapeau
drapeau : Grenade|drapeau
drapeau : Géorgie|drapeau
drapeau : Guyane française|drapeau
drapeau : Guernesey|drapeau
drapeau : Ghana|drapeau
drapeau : Gibraltar|drapeau
drapeau : Groenland|drapeau
drapeau : Gambie|drapeau
drapeau : Guinée|drapeau
drapeau : Guadeloupe|drapeau
drapeau : Guinée équatoriale|drapeau
drapeau : Grèce|drapeau
drapeau : Géorgie du Sud-et-les Îles Sandwich du Sud|drapeau
drapeau : Guatemala|drapeau
drapeau : Guam|drapeau
drapeau : Guinée-Bissau|drapeau
drapeau : Guyana|drapeau
drapeau : R.A.S. chinoise de Hong Kong|drapeau
drapeau : Îles Heard-et-MacDonald|drapeau
drapeau : Honduras|drapeau
drapeau : Croatie|drapeau
drapeau : Haïti|drapeau
drapeau : Hongrie|drapeau
drapeau : Îles Canaries|drapeau
drapeau : Indonésie|drapeau
drapeau : Irlande|drapeau
drapeau : Israël|drapeau
drapeau : Île de Man|drapeau
drapeau : Inde|drapeau
drapeau : Territoire britannique de l’océan Indien|drapeau
drapeau : Irak|drapeau
drapeau : Iran|drapeau
drapeau : Islande|drapeau
drapeau : Italie|drapeau
drapeau : Jersey|drapeau
drapeau : Jamaïque|drapeau
drapeau : Jordanie|drapeau
drapeau : Japon|drapeau
drapeau : Kenya|drapeau
drapeau : Kirghizstan|drapeau
drapeau : Cambodge|drapeau
drapeau : Kiribati|drapeau
drapeau : Comores|drapeau
drapeau : Saint-Christophe-et-Niévès|drapeau
drapeau : Corée du Nord|drapeau
drapeau : Corée du Sud|drapeau
drapeau : Koweït|drapeau
drapeau : Îles Caïmans|drapeau
drapeau : Kazakhstan|drapeau
drapeau : Laos|drapeau
drapeau : Liban|drapeau
drapeau : Sainte-Lucie|drapeau
drapeau : Liechtenstein|drapeau
drapeau : Sri Lanka|drapeau
drapeau : Liberia|drapeau
drapeau : Lesotho|drapeau
drapeau : Lituanie|drapeau
drapeau : Luxembourg|drapeau
drapeau : Lettonie|drapeau
drapeau : Libye|drapeau
drapeau : Maroc|drapeau
drapeau : Monaco|drapeau
drapeau : Moldavie|drapeau
drapeau : Monténégro|drapeau
drapeau : Saint-Martin|drapeau
drapeau : Madagascar|drapeau
drapeau : Îles Marshall|drapeau
drapeau : Macédoine du Nord|drapeau
drapeau : Mali|drapeau
drapeau : Myanmar (Birmanie)|drapeau
drapeau : Mongolie|drapeau
drapeau : R.A.S. chinoise de Macao|drapeau
drapeau : Îles Mariannes du Nord|drapeau
drapeau : Martinique|drapeau
drapeau : Mauritanie|drapeau
drapeau : Montserrat|drapeau
drapeau : Malte|drapeau
drapeau : Maurice|drapeau
drapeau : Maldives|drapeau
drapeau : Malawi|drapeau
drapeau : Mexique|drapeau
drapeau : Malaisie|drapeau
drapeau : Mozambique|drapeau
drapeau : Namibie|drapeau
drapeau : Nouvelle-Calédonie|drapeau
drapeau : Niger|drapeau
drapeau : Île Norfolk|drapeau
drapeau : Nigeria|drapeau
drapeau : Nicaragua|drapeau
drapeau : Pays-Bas|drapeau
drapeau : Norvège|drapeau
drapeau : Népal|drapeau
drapeau : Nauru|drapeau
drapeau : Niue|drapeau
drapeau : Nouvelle-Zélande|drapeau
drapeau : Oman|drapeau
drapeau : Panama|drapeau
drapeau : Pérou|drapeau
drapeau : Polynésie française|drapeau
drapeau : Papouasie-Nouvelle-Guinée|drapeau
drapeau : Philippines|drapeau
drapeau : Pakistan|drapeau
drapeau : Pologne|drapeau
drapeau : Saint-Pierre-et-Miquelon|drapeau
drapeau : Îles Pitcairn|drapeau
drapeau : Porto Rico|drapeau
drapeau : Territoires palestiniens|drapeau
drapeau : Portugal|drapeau
drapeau : Palaos|drapeau
drapeau : Paraguay|drapeau
drapeau : Qatar|drapeau
drapeau : La Réunion|drapeau
drapeau : Roumanie|drapeau
drapeau : Serbie|drapeau
drapeau : Russie|drapeau
drapeau : Rwanda|drapeau
drapeau : Arabie saoudite|drapeau
drapeau : Îles Salomon|drapeau
drapeau : Seychelles|drapeau
drapeau : Soudan|drapeau
drapeau : Suède|drapeau
drapeau : Singapour|drapeau
drapeau : Sainte-Hélène|drapeau
drapeau : Slovénie|drapeau
drapeau : Svalbard et Jan Mayen|drapeau
drapeau : Slovaquie|drapeau
drapeau : Sierra Leone|drapeau
drapeau : Saint-Marin|drapeau
drapeau : Sénégal|drapeau
drapeau : Somalie|drapeau
drapeau : Suriname|drapeau
drapeau : Soudan du Sud|drapeau
drapeau : Sao Tomé-et-Principe|drapeau
drapeau : Salvador|drapeau
drapeau : Saint-Martin (partie néerlandaise)|drapeau
drapeau : Syrie|drapeau
drapeau : Eswatini|drapeau
drapeau : Tristan da Cunha|drapeau
drapeau : Îles Turques-et-Caïques|drapeau
drapeau : Tchad|drapeau
drapeau : Terres australes françaises|drapeau
drapeau : Togo|drapeau
drapeau : Thaïlande|drapeau
drapeau : Tadjikistan|drapeau
drapeau : Tokelau|drapeau
drapeau : Timor oriental|drapeau
drapeau : Turkménistan|drapeau
drapeau : Tunisie|drapeau
drapeau : Tonga|drapeau
drapeau : Turquie|drapeau
drapeau : Trinité-et-Tobago|drapeau
drapeau : Tuvalu|drapeau
drapeau : Taïwan|drapeau
drapeau : Tanzanie|drapeau
drapeau : Ukraine|drapeau
drapeau : Ouganda|drapeau
drapeau : Îles mineures éloignées des États-Unis|drapeau
drapeau : Nations Unies|drapeau
drapeau : États-Unis|drapeau
drapeau : Uruguay|drapeau
drapeau : Ouzbékistan|drapeau
drapeau : État de la Cité du Vatican|drapeau
drapeau : Saint-Vincent-et-les Grenadines|drapeau
drapeau : Venezuela|drapeau
drapeau : Îles Vierges britanniques|drapeau
drapeau : Îles Vierges des États-Unis|drapeau
drapeau : Viêt Nam|drapeau
drapeau : Vanuatu|drapeau
drapeau : Wallis-et-Futuna|drapeau
drapeau : Samoa|drapeau
drapeau : Kosovo|drapeau
drapeau : Yémen|drapeau
drapeau : Mayotte|drapeau
drapeau : Afrique du Sud|drapeau
drapeau : Zambie|drapeau
drapeau : Zimbabwe|drapeau
drapeau : Angleterre|drapeau
drapeau : Écosse|drapeau
drapeau : Pays de Galles|drapeau`;
