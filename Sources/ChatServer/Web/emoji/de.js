// Written by scripts/emoji from data of Unicode.
/*! © Unicode, Inc. See the licence in Sources/ChatServer/Web/emoji/LICENSE.txt. */

/** A line for each emoji of list.js: its name and its keywords. */
export const names = `grinsendes Gesicht|Gesicht|lol|lustig
grinsendes Gesicht mit großen Augen|Gesicht|lächeln|lol|lustig
grinsendes Gesicht mit lachenden Augen|Gesicht|lol|lustig
strahlendes Gesicht mit lachenden Augen|Gesicht|lustig|Zähne
Grinsegesicht mit zugekniffenen Augen|geschlossene Augen|Gesicht|grinsendes Gesicht mit zusammengekniffenen Augen|offener Mund
grinsendes Gesicht mit Schweißtropfen|Gesicht|lustig|Schweiß|schwitzen
sich vor Lachen auf dem Boden wälzen|Gesicht|lachen
Gesicht mit Freudentränen|Gesicht|lachen|Tränen
leicht lächelndes Gesicht|Gesicht|Lächeln|lächelnd
umgekehrtes Gesicht|auf dem Kopf stehen|Gesicht
schmelzendes Gesicht|auflösen|flüssig|Gesicht|schmelzen|verschwinden
zwinkerndes Gesicht|Gesicht|Zwinkern
lächelndes Gesicht mit lachenden Augen|erröten|Freude|Gesicht|rote Wangen
lächelndes Gesicht mit Heiligenschein|Gesicht|Heiligenschein|Lächeln
lächelndes Gesicht mit Herzen|anhimmeln|verknallt|verliebt
lächelndes Gesicht mit herzförmigen Augen|Gesicht|verliebt
überwältigt|Augen|Gesicht|Grinsen|Stern
Kuss zuwerfendes Gesicht|Gesicht|Kuss
küssendes Gesicht|Gesicht|Kuss
lächelndes Gesicht|fröhlich|Lächeln|lächelnd
küssendes Gesicht mit geschlossenen Augen|Gesicht|rote Wangen
küssendes Gesicht mit lächelnden Augen|Gesicht|Kuss|lächelnde Augen
lachendes Gesicht mit Träne|berührt|dankbar|erleichtert|lächelnd|stolz|Träne
sich die Lippen leckendes Gesicht|Gesicht|lecker|leckeres Essen
Gesicht mit herausgestreckter Zunge|Gesicht|herausgestreckte Zunge
zwinkerndes Gesicht mit herausgestreckter Zunge|Gesicht|herausgestreckte Zunge|Zwinkern
irres Gesicht|Auge|groß|klein
Gesicht mit herausgestreckter Zunge und zusammengekniffenen Augen|Gesicht|herausgestreckte Zunge
Gesicht mit Dollarzeichen|Geld|Gesicht|Zunge
Gesicht mit umarmenden Händen|Gesicht|umarmen|Umarmung
verlegen kicherndes Gesicht|Huch
Gesicht mit offenen Augen und Hand über dem Mund|Erschrecken|Erstaunen|Furcht|Gesicht|Überraschung|Unglauben|Verlegenheit
Gesicht mit durch die Finger linsendem Auge|gebannt|Gesicht|linsen|spähen|starren
ermahnendes Gesicht|leise|pst
nachdenkendes Gesicht|Gesicht|nachdenken|nachdenklich
grüßendes Gesicht|Aye, aye|Gesicht|jawohl|Militär|ok|Respekt|salutieren
Gesicht mit Reißverschlussmund|Gesicht|Mund|Reißverschluss
Gesicht mit hochgezogenen Augenbrauen|argwöhnisch|skeptisch
neutrales Gesicht|Gesicht|kein Kommentar
ausdrucksloses Gesicht|Gesicht|kein Kommentar
Gesicht ohne Mund|Gesicht|kein Mund|sprachlos
Gesicht mit gestrichelter Linie|depressiv|Gesicht|introvertiert|unsichtbar|verschwinden|verstecken
Gesicht in Wolken
süffisant lächelndes Gesicht|Gesicht
verstimmtes Gesicht|Gesicht|unglücklich
Augen verdrehendes Gesicht|Augen verdrehen|Gesicht
Grimassen schneidendes Gesicht|Gesicht|Grimasse|Zähne
Gesicht, das ausatmet
lügendes Gesicht|Gesicht|Lüge|Pinocchio-Nase
erleichtertes Gesicht|erleichtert|geschlossene Augen|Gesicht
nachdenkliches Gesicht|Gesicht|nachdenklich
schläfriges Gesicht|Gesicht|müde
sabberndes Gesicht|Gesicht|sabbern
schlafendes Gesicht|Gesicht|schlafen|schnarchen|zzz
Gesicht mit Atemschutzmaske|Arzt|Gesicht|Krankheit
Gesicht mit Fieberthermometer|Fieberthermometer|Gesicht|krank
Gesicht mit Kopfverband|Gesicht|Schmerzen|Verband|Verletzung
würgendes Gesicht|Erbrechen|Gesicht|Übelkeit
kotzendes Gesicht|kotzen|krank
niesendes Gesicht|Gesicht|niesen
schwitzendes Gesicht|erhitzt|Fieber|heiß|Hitzschlag|schwitzen
frierendes Gesicht|Eiszapfen|frieren|Frostbeule|kalt
schwindeliges Gesicht|angetrunken|beschwipst|betrunken
benommenes Gesicht|benommen|Gesicht
Gesicht mit Spiralen als Augen
explodierender Kopf|entsetzt|geschockt
Gesicht mit Cowboyhut|Cowboy|Gesicht|Hut
Partygesicht|Feiern|Party
verkleidet|Brille mit Nase|inkognito|verkleidetes Gesicht|Verkleidung
lächelndes Gesicht mit Sonnenbrille|cool|Gesicht|Sonnenbrille
Strebergesicht|Gesicht|Nerd
Gesicht mit Monokel|Monokel
verwundertes Gesicht|Gesicht|verwundert
Gesicht mit schrägem Mund|enttäuscht|Gesicht|langweilig|na ja|skeptisch|unsicher
besorgtes Gesicht|besorgt|Gesicht
betrübtes Gesicht|Gesicht|traurig
düsteres Gesicht|Gesicht|traurig
Gesicht mit offenem Mund|erstaunt|Gesicht|offener Mund
verdutztes Gesicht|erstaunt|Gesicht|sprachlos
erstauntes Gesicht|erstaunt|Gesicht
errötetes Gesicht mit großen Augen|errötetes Gesicht|Gesicht|rote Wangen|überrascht
bettelndes Gesicht|betteln|Gnade|Welpenaugen
Gesicht, das Tränen zurückhält|aufgebracht|erbost|Gesicht|Tränen zurückhalten|traurig|weinen|zurückhalten
entsetztes Gesicht|Gesicht|offener Mund|verwundert
qualvolles Gesicht|Gesicht|leidend
ängstliches Gesicht|ängstlich|Gesicht
besorgtes Gesicht mit Schweißtropfen|Gesicht|kalter Schweiß|offener Mund
trauriges aber erleichtertes Gesicht|enttäuscht|erleichtert|Gesicht|Schweiß
weinendes Gesicht|Gesicht|Träne|traurig
heulendes Gesicht|Gesicht|Tränen|traurig
vor Angst schreiendes Gesicht|Angst|Gesicht|schreien
verwirrtes Gesicht|Gesicht|verwirrt
entschlossenes Gesicht|durchhalten|Gesicht
enttäuschtes Gesicht|Gesicht|traurig
bedrücktes Gesicht mit Schweiß|Angstschweiß|bedrückt|Gesicht
erschöpftes Gesicht|erschöpft|Gesicht|müde
müdes Gesicht|Gesicht|müde
gähnendes Gesicht|gähnen|gelangweilt|müde
schnaubendes Gesicht|erleichtert|Gesicht|gewonnen
schmollendes Gesicht|Gesicht|rot|wütend
verärgertes Gesicht|Gesicht|verärgert
Gesicht mit Symbolen über dem Mund|fluchen
grinsendes Gesicht mit Hörnern|Teufel
wütendes Gesicht mit Hörnern|Fantasy|Gesicht|Teufelchen
Totenkopf|Gesicht|Tod|tot
Totenkopf mit gekreuzten Knochen|Gesicht|Piratenflagge|Tod|tot|Totenkopf
Kothaufen|Kot|Mist
Clown-Gesicht|Clown|Gesicht
Ungeheuer|Gesicht|Japan|Märchen|Monster
Kobold|Gesicht|Japan|Märchen|Monster|Tengu
Gespenst|Fantasy|Gesicht|Märchen
Außerirdischer|Alien|Gesicht|UFO
Computerspiel-Monster|Gesicht|Monster|UFO
Roboter|Gesicht|Monster|Roboterkopf
grinsende Katze|Gesicht|grinsendes Katzengesicht|Katze|lol|lustig
grinsende Katze mit lachenden Augen|Gesicht|grinsendes Katzengesicht mit lachenden Augen|Katze
Katze mit Freudentränen|Gesicht|Katze|Katzengesicht mit Freudentränen|lachen|Tränen
lachende Katze mit Herzen als Augen|Gesicht|Katze|lachendes Katzengesicht mit Herzen als Augen|verliebt
verwegen lächelnde Katze|Gesicht|ironisch|Katze|verwegen lächelndes Katzengesicht
küssende Katze|Gesicht|Katze|küssendes Katzengesicht|rote Wangen
erschöpfte Katze|Angst|erschöpftes Katzengesicht|Gesicht|Katze|schreien
weinende Katze|Gesicht|Katze|Träne|traurig|weinendes Katzengesicht
schmollende Katze|Gesicht|Katze|schmollendes Katzengesicht|verärgert
sich die Augen zuhaltendes Affengesicht|Affe|nichts sehen|verboten
sich die Ohren zuhaltendes Affengesicht|Affe|nichts hören|verboten
sich den Mund zuhaltendes Affengesicht|Affe|nichts sagen|verboten
Liebesbrief|Brief|Herz|Liebe
Herz mit Pfeil|Herz|Liebe|Pfeil
Herz mit Schleife|Herz|Schleife|Valentinstag
funkelndes Herz|Aufregung|Liebe
wachsendes Herz|Aufregung|Liebe|Nervosität
schlagendes Herz|Herz|Liebe
kreisende Herzen|Liebe
zwei Herzen|Herz|Liebe
Herzdekoration|Herz
Herz als Ausrufezeichen|Ausrufezeichen|Herz|Satzzeichen
gebrochenes Herz|Schmerz|Trennung
Herz in Flammen
Herz mit Verband
rotes Herz|Herz
oranges Herz|orange
gelbes Herz|gelb|Herz
grünes Herz|grün|Herz
blaues Herz|blau|Herz
lila Herz|Herz|lila
braunes Herz|braun|Herz
schwarzes Herz|böse|Herz|schwarz
weißes Herz|Herz|weiß
Kussabdruck|Kuss|Lippen
100 Punkte|100|Punktestand|volle Punktzahl
Ärger|Comic|Wut
Zusammenstoß|Comic|Kollision
schwindlig|Benommenheit|Comic|Stern|Sterne sehen
Schweißtropfen|Comic|Schweiß
Staubwolke|Comic|rennen|weglaufen
Loch|schwarz
Sprechblase mit drei Punkten|Dialog|Gespräch|Sprechblase|Unterhaltung
Auge in Sprechblase|Auge|Dialog|reden|sprechen
Sprechblase links|Dialog|reden|sprechen|Unterhaltung
Sprechblase für wütende Aussage rechts|Sprechblase|wütend
Gedankenblase|Comic|Nachdenken
Schlafen|Comic|Schlaf|Schnarchen|ZZZ
winkende Hand|Hand|Winken
erhobene Hand von hinten|erhoben|erhobener Handrücken|Hand
Hand mit gespreizten Fingern|5|Finger|fünf|gespreizt|Hand
erhobene Hand|Hand
vulkanischer Gruß|lebe lang und in Frieden|Spock|spreizen|Star Trek|vulkanisch
nach rechts weisende Hand|Hand|nach rechts weisend|rechts
nach links weisende Hand|Hand|links|nach links weisend
Hand mit Handfläche nach unten|abweisen|Handgeste|hau ab|scheuchen|von sich weisen|wegscheuchen|wegschicken
Hand mit Handfläche nach oben|anbieten|bieten|darbieten|einladen|Handgeste|kommen|locken
OK-Zeichen|exzellent|Hand|in Ordnung|OK|perfekt
zusammengedrückte Finger|Bündelhand|geht’s noch?|Handgeste|was soll das?|was willst du?|zusammengelegte Fingerspitzen
Wenig-Geste|klein|kleine Menge|kleiner Betrag|unbedeutend|wenig
Victory-Geste|Sieg|V
Hand mit gekreuzten Fingern|Finger|gekreuzt|Hand
Hand mit gekreuztem Zeigefinger und Daumen|Fingerherz|Geld|Handgeste|teuer
Ich-liebe-dich-Geste|Hand|ich liebe dich
Teufelsgruß|Finger|Hand|Hörner|Rock|Teufel
Ruf-mich-an-Handzeichen|anrufen|Hand
nach links weisender Zeigefinger|Finger|Handrückseite|links
nach rechts weisender Zeigefinger|Finger|Handrückseite|rechts
nach oben weisender Zeigefinger von hinten|aufwärts|Finger|Handrückseite
Mittelfinger|Finger|Hand
nach unten weisender Zeigefinger|abwärts|Finger|Handrückseite
nach oben weisender Zeigefinger von vorne|Finger|Hand|Handvorderseite|nach oben|Zeigefinger
auf Betrachter zeigender Zeigefinger|du|Handgeste|mit Finger zeigen|Sie|zeigen
Daumen hoch|Daumen|gut|Hand|nach oben
Daumen runter|Daumen|Hand|nach unten|schlecht
erhobene Faust|Faust
geballte Faust|Faust|Hand
Faust nach links|Faust|nach links
Faust nach rechts|Faust|nach rechts
klatschende Hände|applaudieren|Beifall|Hände|Klatschen
zwei erhobene Handflächen|feiern
Hände, die Herz bilden|Hände|Händeherz|Handgeste|Herz|Liebe
offene Hände|Hände|offen
Handflächen nach oben|beten
Handschlag|Hände|Händeschütteln|Vereinbarung
zusammengelegte Handflächen|beten|betende Hände|bitten|danken|Gebet|grüßen
schreibende Hand|Hand|schreiben|Schreiben
Nagellack|Kosmetik|Maniküre|Nagel|Nagelpflege
Selfie|Smartphone
angespannter Bizeps|Comic|Muskeln anspannen|stark
Armprothese|Barrierefreiheit|Prothese
Beinprothese|Barrierefreiheit|Prothese
Bein|Treten|Tritt
Fuß|Stampfen|Treten
Ohr|Körperteil
Ohr mit Hörgerät|Barrierefreiheit|gehörlos|Hörgerät|Hörhilfe|taub
Nase|Körperteil
Gehirn|intelligent
Herz (Organ)|Herz|Herzschlag|Mitte|Organ|Puls|pulsieren
Lunge|Atem|atmen|ausatmen|einatmen|Lungenflügel|Organ
Zahn|Zahn ziehen|Zahnarzt|Zahnärztin
Knochen|Skelett
Augen|Auge|Gesicht
Auge|Körperteil
Zunge|Körperteil
Mund|Körperteil|Lippen
Auf Lippe beißen|Angst|ängstlich|besorgt|flirtend|nervös|unbehaglich
Baby|Gesicht
Kind|geschlechtsneutral|jung
Junge|Gesicht
Mädchen|Gesicht
Person|erwachsene Person|geschlechtsneutral|Mensch|ohne eindeutiges Geschlecht
Person: blondes Haar|blonde Haare|blonde Person|Gesicht
Mann
Person: Bart|Bart|Person|Person mit Bart
Mann: Bart
Frau: Bart
Mann: rotes Haar|Mann|rotes Haar
Mann: lockiges Haar|lockiges Haar|Mann
Mann: weißes Haar|Mann|weißes Haar
Mann: Glatze|Glatze|Mann
Frau
Frau: rotes Haar|Frau|rotes Haar
Person: rotes Haar|erwachsene Person|geschlechtsneutral|Mensch|ohne eindeutiges Geschlecht|Person|rotes Haar
Frau: lockiges Haar|Frau|lockiges Haar
Person: lockiges Haar|erwachsene Person|geschlechtsneutral|lockiges Haar|Mensch|ohne eindeutiges Geschlecht|Person
Frau: weißes Haar|Frau|weißes Haar
Person: weißes Haar|erwachsene Person|geschlechtsneutral|Mensch|ohne eindeutiges Geschlecht|Person|weißes Haar
Frau: Glatze|Frau|Glatze
Person: Glatze|erwachsene Person|geschlechtsneutral|Glatze|Mensch|ohne eindeutiges Geschlecht|Person
Frau: blond|blond|blonde Frau|Frau|Gesicht|Haar
Mann: blond|blond|blonder Mann|Gesicht|Haar|Mann
ältere Person|alt|älterer Mensch|erwachsene Person|geschlechtsneutral|ohne eindeutiges Geschlecht
älterer Mann|Gesicht|Mann|Senior
ältere Frau|Frau|Gesicht|Seniorin
missmutige Person|Gesicht
missmutiger Mann|Gesicht|Mann|Stirn runzeln
missmutige Frau|Frau|Gesicht|Stirn runzeln
schmollende Person|Schmollen
schmollender Mann|Gesicht|Mann|schmollen
schmollende Frau|Frau|Gesicht|schmollen
Person mit überkreuzten Armen|verboten|x
Mann mit überkreuzten Armen|Arme|Gesicht|Mann
Frau mit überkreuzten Armen|Arme|Frau|Gesicht
Person mit Händen auf dem Kopf|alles in Ordnung|o
Mann mit Händen auf dem Kopf|Arme|Gesicht|Mann
Frau mit Händen auf dem Kopf|Arme|Frau|Gesicht
Infoschalter-Mitarbeiter(in)|Gesicht|Hilfe|Informationen
Infoschalter-Mitarbeiter|Auskunft|Informationen|Mann
Infoschalter-Mitarbeiterin|Auskunft|Frau|Informationen
Person mit erhobenem Arm|Siegerpose
Mann mit erhobenem Arm|Geste|Mann|Siegerpose
Frau mit erhobenem Arm|Frau|Geste|Siegerpose
gehörlose Person|Barrierefreiheit|gehörlos|hören|Ohr|taub
gehörloser Mann|gehörlos|Mann|taub
gehörlose Frau|Frau|gehörlos|taub
sich verbeugende Person|Entschuldigung|Geste|verbeugen
sich verbeugender Mann|Demut|Mann|verbeugen
sich verbeugende Frau|Demut|Frau|verbeugen
sich an den Kopf fassende Person|frustriert|genervt|Gesicht
sich an den Kopf fassender Mann|frustriert|genervt|Mann
sich an den Kopf fassende Frau|Frau|frustriert|genervt
schulterzuckende Person|egal|gleichgültig|keine Ahnung|Zweifel
schulterzuckender Mann|gleichgültig|keine Ahnung|Mann|Zweifel
schulterzuckende Frau|Frau|gleichgültig|keine Ahnung|Zweifel
Arzt/Ärztin|Arzt|Gesundheitswesen|Krankenschwester|Therapeut
Arzt|Arztkittel|Doktor
Ärztin|Arztkittel
Student(in)|Absolvent|Student
Student|Absolvent|Doktorhut|Uni
Studentin|Absolventin|Doktorhut|Uni
Lehrer(in)|Dozent|Lehrer|Professor
Lehrer|Dozent|Professor
Lehrerin|Dozentin|Professorin
Richter(in)|Waage
Richter|Gerechtigkeit|Recht
Richterin|Gerechtigkeit|Recht
Bauer/Bäuerin|Bauer|Farmer|Gärtner|Landwirt
Bauer|Ähre|Landwirt
Bäuerin|Ähre|Landwirtin
Koch/Köchin|Koch
Koch|Kochen
Köchin|kochen
Mechaniker(in)|Elektriker|Klempner|Mechaniker
Mechaniker|Elektriker|Handwerker|Klempner
Mechanikerin|Elektrikerin|Handwerkerin|Klempnerin
Fabrikarbeiter(in)|Arbeiter|Fabrik|industriell|Montage
Fabrikarbeiter|Fabrik
Fabrikarbeiterin|Fabrik
Büroangestellte(r)|Architekt|Business|Manager|Schlips und Kragen
Büroangestellter|Angestellter|Büro|Manager
Büroangestellte|Angestellte|Büro|Mangerin
Wissenschaftler(in)|Biologe|Chemiker|Ingenieur|Physiker|Wissenschaftler
Wissenschaftler|Forscher|Labor
Wissenschaftlerin|Forscherin|Labor
IT-Experte/IT-Expertin|Entwickler|Erfinder|Programmierer|Software|Technologe
IT-Experte|Bildschirm|Computer|Entwickler
IT-Expertin|Bildschirm|Computer|Entwickler
Sänger(in)|Entertainer|Rock|Sänger|Schauspieler|Star
Sänger|Mann|Mikrofon|Popstar
Sängerin|Frau|Mikrofon|Popstar
Künstler(in)|Künstler|Palette
Künstler|Farbpalette|Maler|Mann
Künstlerin|Farbpalette|Frau|Malerin
Pilot(in)|Flugzeug|Pilot
Pilot|Flugzeug|Mann
Pilotin|Flugzeug|Frau
Astronaut(in)|Astronaut|Rakete
Astronaut|Mann|Raumfahrt|Weltraum
Astronautin|Frau|Raumfahrt|Weltraum
Feuerwehrmann/-frau|Feuerwehrfahrzeug|Feuerwehrmann
Feuerwehrmann|Feuerwehrhelm|Mann
Feuerwehrfrau|Feuerwehrhelm|Frau
Polizist(in)|Gesicht|Polizei
Polizist|Mann|Polizei
Polizistin|Frau|Polizei
Detektiv(in)|Spion
Detektiv|Mann|Spion
Detektivin|Frau|Spionin
Wache|Buckingham Palace|Wachfrau|Wachmann|Wachsoldat|Wachsoldatin
Wachsoldat|Buckingham Palace|Wache
Wachsoldatin|Buckingham Palace
Ninja|Ausdauer|Kämpfer|vermummt
Bauarbeiter(in)|Bauarbeiter|Gesicht|Helm
Bauarbeiter|Baustelle|Helm
Bauarbeiterin|Baustelle|Helm|Mann
Person mit Krone|adelig|königlich|königliche Hoheit|Monarch|Monarchin
Prinz
Prinzessin|Gesicht|Krone|Märchen
Person mit Turban|Turban
Mann mit Turban|Gesicht|Mann|Turban
Frau mit Turban|Frau|Gesicht|Turban
Mann mit chinesischem Hut|China|Gesicht|Hut|Mann
Frau mit Kopftuch|Hidschab|Kopftuch|Mantilla|Tichel
Person im Smoking|Bräutigam|Person|Smoking
Mann im Smoking|Mann|Smoking
Frau im Smoking|Frau|Smoking
Person mit Schleier|Braut|Hochzeit|Person|Schleier
Mann mit Schleier|Mann|Schleier
Frau mit Schleier|Frau|Schleier
schwangere Frau|Frau|schwanger
schwangerer Mann|aufgebläht|Bauch|dick|schwanger
schwangere Person|aufgebläht|Bauch|dick|schwanger
Stillen|Baby|Brust
stillende Frau|Baby|Frau|stillen|stillend
stillender Mann|Baby|Mann|stillen|stillend
stillende Person|Baby|Person|stillen|stillend
Putte|Engel|Gesicht|Märchen
Weihnachtsmann|Weihnachten
Weihnachtsfrau|Weihnachten
Weihnachtsperson|Weihnachten
Superheld(in)|Comic|gut|Held|Superheld|Superheldin|Superkraft|Übermensch
Superheld|Held
Heldin|Superheldin
Bösewicht|böse
männlicher Bösewicht|böse|Bösewicht
weiblicher Bösewicht|böse|Bösewicht
Magier(in)|Hexe|Hexenmeister|Zauberer|Zauberin
Magier|Hexenmeister|Zauberer
Magierin|Hexe|Zauberin
Märchenfee|Oberon|Puck|Titania
männliche Fee|Oberon|Puck|Zauberer
Fee|Titania
Vampir|Dracula|Untoter
männlicher Vampir|Dracula|Untoter
weiblicher Vampir|Untoter
Wassermensch|Meerjungfrau|Wasserfrau|Wassermann
Wassermann|Triton
Meerjungfrau|Nixe|Wasserfrau
Elf(e)|Elbe|Elben|Elbin|magisch
Elf|Alb|Elbe|magisch
Elfe|Elbin|magisch
Flaschengeist|Dschinn
männlicher Flaschengeist|Dschinn
weiblicher Flaschengeist|Dschinn
Zombie|Untoter|wandelnder Toter
männlicher Zombie|Untoter|wandelnder Toter
weiblicher Zombie|Untote|wandelnde Tote
Troll|Fantasy|Kobold|Märchen|Monster|Ungeheuer
Person, die eine Kopfmassage bekommt|Massage|Salon
Mann, der eine Kopfmassage bekommt|Kopfmassage|Mann
Frau, die eine Kopfmassage bekommt|Frau|Kopfmassage
Person beim Haareschneiden|Friseur|Frisur
Mann beim Haareschneiden|Friseur|Haarschnitt|Mann|Schere
Frau beim Haareschneiden|Frau|Friseur|Haarschnitt|Schere
Fußgänger(in)|gehen|gehend|wandern
Fußgänger|gehen|Mann|Spaziergang
Fußgängerin|Frau|gehen|Spaziergang
stehende Person|Stand|stehen
stehender Mann|Mann|stehen
stehende Frau|Frau|stehen
kniende Person|knien|kniend
kniender Mann|kniend|Mann
kniende Frau|Frau|kniend
Person mit Gehstock|Barrierefreiheit|blind|Person mit Blindenstock
Mann mit Langstock|Barrierefreiheit|blind|Mann|Mann mit Blindenstock|sehbehindert
Frau mit Langstock|Barrierefreiheit|blind|Frau|Frau mit Blindenstock|Frau mit Gehstock
Person in motorisiertem Rollstuhl|Barrierefreiheit|Rollstuhl
Mann in elektrischem Rollstuhl|Barrierefreiheit|Mann|Rollstuhl
Frau in elektrischem Rollstuhl|Barrierefreiheit|Frau|Rollstuhl
Person in manuellem Rollstuhl|Barrierefreiheit|Rollstuhl
Mann in manuellem Rollstuhl|Barrierefreiheit|Mann|Rollstuhl
Frau in manuellem Rollstuhl|Barrierefreiheit|Frau|Rollstuhl
laufende Person|Laufen|Marathon|Sport
laufender Mann|joggen|Jogger|laufen|Marathon
laufende Frau|joggen|Joggerin|laufen|Marathon
tanzende Frau|Frau|Tanz
tanzender Mann|Mann|tanzen
schwebender Mann im Anzug|Anzug|geschäftlich|Mann
Personen mit Hasenohren|Bunnys|Hasenohren|Leute
Männer mit Hasenohren|Bunnys|Hasenohren|Männer|Party
Frauen mit Hasenohren|Bunnys|Frauen|Hasenohren|Party
Person in Dampfsauna|Dampfsauna|Sauna
Mann in Dampfsauna|Dampfsauna|Sauna
Frau in Dampfsauna|Dampfsauna|Sauna
Bergsteiger(in)|Bergsteiger
Bergsteiger
Bergsteigerin|Bergsteiger
Fechter(in)|fechten|Fechter|Schwert|Sport
Pferderennen|Jockey auf Pferd|Sport
Skifahrer(in)|Schnee|Ski|Skifahrer|Skifahrerin|Sport
Snowboarder(in)|Snowboard|Snowboarden|Snowboarder|Snowboarderin|Sport
Golfer(in)|Golf
Golfer|Golf|golfen|Golfspieler|Mann
Golferin|Frau|Golf|golfen|Golfspielerin
Surfer(in)|Surfen|Wassersport|Wellenreiten|Wellenreiter|Wellenreiterin
Surfer|Mann|Wellenreiten
Surferin|Frau|Wellenreiten
Person im Ruderboot|Boot
Mann im Ruderboot|Boot|Mann|rudern
Frau im Ruderboot|Boot|Frau|rudern
Schwimmer(in)|Kraulen|Schwimmen|Sport|Wasser
Schwimmer|kraulen|Pool|Schwimmbad|schwimmen
Schwimmerin|kraulen|Pool|Schwimmbad|schwimmen
Person mit Ball|Ball|Basketball|Person
Mann mit Ball|Ballsport|Handball|Mann
Frau mit Ball|Ballsport|Frau|Handball
Gewichtheber(in)|Gewicht
Gewichtheber|Gewicht heben|Mann
Gewichtheberin|Frau|Gewicht heben
Radfahrer(in)|Radfahren|Radfahrer
Radfahrer|Fahrrad|Mann|Rad
Radfahrerin|Fahrrad|Frau|Rad
Mountainbiker(in)|Radfahren
Mountainbiker|Fahrrad|Mann|Mountainbike|Rad
Mountainbikerin|Fahrrad|Frau|Mountainbike|Rad
Rad schlagende Person|Bodenturnen|Person|Radschlag
Rad schlagender Mann|Bodenturnen|Mann|Radschlag
Rad schlagende Frau|Bodenturnen|Frau|Radschlag
Ringer(in)|Ringer|Ringkampf|Wrestling
ringende Männer|Ringer|Ringkampf|Wrestling
ringende Frauen|Ringer|Ringkampf|Wrestling
Wasserballspieler(in)|Sport|Wasser|Wasserball
Wasserballspieler|Wasser|Wasserball|Wassersport
Wasserballspielerin|Wasser|Wasserball|Wassersport
Handballspieler(in)|Handball|Sport
Handballspieler|Handball|Mann
Handballspielerin|Frau|Handball
Jongleur(in)|geschickt|jonglieren|Multitasking
Jongleur|geschickt|jonglieren|Mann|Multitasking
Jongleurin|Frau|geschickt|jonglieren|Multitasking
Person im Lotossitz|Meditation|Yoga
Mann im Lotossitz|Meditation|Yoga
Frau im Lotossitz|Meditation|Yoga
badende Person|Bad|Badewanne|Badezimmer
im Bett liegende Person|Bett|schlafen
sich an den Händen haltende Personen|Hände|Hände halten|Paar
Händchen haltende Frauen|Frauen|Händchen halten|Paar|Pärchen aus Frau und Frau
Mann und Frau halten Hände|Frau|Händchen halten|Mann|Paar|Pärchen aus Frau und Mann
Händchen haltende Männer|Händchen halten|Männer|Paar|Pärchen aus Mann und Mann
sich küssendes Paar|Frau|Herz|Kuss|Mann
sich küssendes Paar: Frau, Mann|Frau|Herz|Kuss|Mann|sich küssendes Paar
sich küssendes Paar: Mann, Mann|Frau|Herz|Kuss|Mann|sich küssendes Paar
sich küssendes Paar: Frau, Frau|Frau|Herz|Kuss|Mann|sich küssendes Paar
Liebespaar|Frau|Herz|Mann
Liebespaar: Frau, Mann|Frau|Herz|Liebespaar|Mann
Liebespaar: Mann, Mann|Frau|Herz|Liebespaar|Mann
Liebespaar: Frau, Frau|Frau|Herz|Liebespaar|Mann
Familie|Kind|Mutter|Vater
Familie: Mann, Frau und Junge|Familie|Frau|Junge|Kind|Mann|Mutter|Vater
Familie: Mann, Frau und Mädchen|Familie|Frau|Kind|Mädchen|Mann|Mutter|Vater
Familie: Mann, Frau, Mädchen und Junge|Familie|Frau|Junge|Kind|Mädchen|Mann|Mutter|Vater
Familie: Mann, Frau, Junge und Junge|Familie|Frau|Junge|Kind|Mann|Mutter|Vater
Familie: Mann, Frau, Mädchen und Mädchen|Familie|Frau|Kind|Mädchen|Mann|Mutter|Vater
Familie: Mann, Mann und Junge|Familie|Junge|Kind|Mann|Mutter|Vater
Familie: Mann, Mann und Mädchen|Familie|Kind|Mädchen|Mann|Mutter|Vater
Familie: Mann, Mann, Mädchen und Junge|Familie|Junge|Kind|Mädchen|Mann|Mutter|Vater
Familie: Mann, Mann, Junge und Junge|Familie|Junge|Kind|Mann|Mutter|Vater
Familie: Mann, Mann, Mädchen und Mädchen|Familie|Kind|Mädchen|Mann|Mutter|Vater
Familie: Frau, Frau und Junge|Familie|Frau|Junge|Kind|Mutter|Vater
Familie: Frau, Frau und Mädchen|Familie|Frau|Kind|Mädchen|Mutter|Vater
Familie: Frau, Frau, Mädchen und Junge|Familie|Frau|Junge|Kind|Mädchen|Mutter|Vater
Familie: Frau, Frau, Junge und Junge|Familie|Frau|Junge|Kind|Mutter|Vater
Familie: Frau, Frau, Mädchen und Mädchen|Familie|Frau|Kind|Mädchen|Mutter|Vater
Familie: Mann, Junge|Familie|Junge|Kind|Mann|Mutter|Vater
Familie: Mann, Junge und Junge|Familie|Junge|Kind|Mann|Mutter|Vater
Familie: Mann, Mädchen|Familie|Kind|Mädchen|Mann|Mutter|Vater
Familie: Mann, Mädchen und Junge|Familie|Junge|Kind|Mädchen|Mann|Mutter|Vater
Familie: Mann, Mädchen und Mädchen|Familie|Kind|Mädchen|Mann|Mutter|Vater
Familie: Frau, Junge|Familie|Frau|Junge|Kind|Mutter|Vater
Familie: Frau, Junge und Junge|Familie|Frau|Junge|Kind|Mutter|Vater
Familie: Frau, Mädchen|Familie|Frau|Kind|Mädchen|Mutter|Vater
Familie: Frau, Mädchen und Junge|Familie|Frau|Junge|Kind|Mädchen|Mutter|Vater
Familie: Frau, Mädchen und Mädchen|Familie|Frau|Kind|Mädchen|Mutter|Vater
sprechender Kopf|Gesicht|Kopf|Silhouette|sprechen|sprechend
Silhouette einer Büste|Büste|Person
Silhouette mehrerer Büsten|Büsten|Personen
sich umarmende Personen|Danke|Hallo|Tschüss|Umarmung
Fußabdrücke|Abdruck|Fuß|Fußabdruck
Affengesicht|Affe|Gesicht|Tier
Affe|Tier
Gorilla|Affe|Gesicht|Tier
Orang-Utan|Affe
Hundegesicht|Gesicht|Hund|Tier
Hund|Haustier|Tier
Blindenhund|Barrierefreiheit|blind|sehbehindert
Assistenzhund|Assistenz|Barrierefreiheit|Hund
Pudel|Hund|Tier
Wolf|Gesicht|Tier|Wolfsgesicht
Fuchs|Fuchsgesicht|Gesicht|Tier
Waschbär|neugierig
Katzengesicht|Gesicht|Katze|Tier
Katze|Haustier|Tier
schwarze Katze|Katze|Pech|schwarz|Unglück
Löwe|Gesicht|Löwengesicht|Sternzeichen|Tierkreis
Tigergesicht|Gesicht|Tier|Tiger
Tiger|Tier
Leopard|Tier
Pferdegesicht|Gesicht|Pferd|Tier
Pferd|Rennen|Rennpferd|Tier
Einhorn|Einhorngesicht|Gesicht
Zebra|Streifen
Hirsch|Gesicht|Tier
Bison|Büffel|Herde|Wisent
Kuhgesicht|Gesicht|Kuh|Tier
Ochse|Sternzeichen|Stier|Tier|Tierkreis
Wasserbüffel|Büffel|Tier|Wasser
Kuh|Tier
Schweinegesicht|Gesicht|Schwein|Tier
Schwein|Sau|Tier
Wildschwein|Schwein|Tier
Schweinerüssel|Nase|Schwein|Tier
Widder|Schaf|Sternzeichen|Tierkreis
Schaf|Tier
Ziege|Steinbock|Sternzeichen|Tier|Tierkreis
Dromedar|einhöckrig|Kamel|Tier
Kamel|Tier|zweihöckrig
Lama|Alpaca|Wolle
Giraffe|Flecken
Elefant|Tier
Mammut|Aussterben|groß|Stoßzahn|wollig
Nashorn|Rhinozeros|Tier
Nilpferd|Hippo
Mäusegesicht|Gesicht|Maus|Tier
Maus|Tier
Ratte|Tier
Hamster|Gesicht|Hamstergesicht|Tier
Hasengesicht|Gesicht|Hase|Tier
Hase|Kaninchen|Tier
Streifenhörnchen|Tier
Biber|Damm
Igel|stachelig
Fledermaus|Tier|Vampir
Bär|Bärengesicht|Gesicht|Tier
Eisbär|Arktis|Nordpol|weiß
Koala|Koalabär|Tier
Panda|Gesicht|Pandabär|Pandagesicht|Tier
Faultier|faul|langsam
Otter|fischen|verspielt
Stinktier|Skunk|stinken
Känguru|Australien|Hüpfen
Dachs|Dachse
Tatzenabdrücke|Abdruck|Tatzen|Tier
Truthahn|Geflügel
Huhn|Geflügel|Henne|Tier
Hahn|Tier
schlüpfendes Küken|Küken|schlüpfen|Tier
Küken|Tier
Küken von vorne|Geflügel|Küken|Tier
Vogel|Papagei|Taube
Pinguin|Tier
Taube|fliegen|Friede|Frieden|Vogel
Adler|Vogel
Ente|Vogel
Schwan|hässliches Entlein|Vogel
Eule|Vogel|weise
Dodo|Aussterben|groß|Mauritius
Feder|Federn|fliegen|leicht
Flamingo|bunt|farbenfroh|Tropen|tropisch
Pfau|stolz|stolzieren|Vogel
Papagei|Pirat|Vogel|Wiederholen
Frosch|Froschgesicht|Gesicht|Tier
Krokodil|Tier
Schildkröte|Tier
Eidechse|Reptil
Schlange|Schlangenträger|Sternzeichen|Tier|Tierkreis
Drachengesicht|Drache|Gesicht|Tier
Drache|Märchen|Tier
Sauropode|Brachiosaurus|Brontosaurus|Dino|Dinosaurier|Diplodocus|Saurier
T-Rex|Dino|Dinosaurier|Saurier|Tyrannosaurus Rex
blasender Wal|Tier|Wal
Wal|Tier
Delfin|Tier
Seehund|Seelöwe
Fisch|Fische|Sternzeichen|Tier|Tierkreis
Tropenfisch|Fisch|Tier
Kugelfisch|Fisch|Tier
Hai|Haifisch
Oktopus|Krake|Tier|Tintenfisch
Schneckenhaus|Muschel|Tier
Koralle|Korallenriff|Ozean|Riff
Schnecke|Tier
Schmetterling|schön
Raupe|Insekt|Tier
Ameise|Insekt|Tier
Biene|Honigbiene|Hummel|Tier
Käfer|Insekt
Marienkäfer|Glückskäfer|Käfer|Tier
Grille|Heuschrecke
Kakerlake|Insekt|Schabe
Spinne|Insekt|Tier
Spinnennetz|Netz|Spinne
Skorpion|Sternzeichen|Tierkreis
Mücke|Fieber|Insekt|Malaria|Moskito
Fliege|Krankheit|Made|Plage|verwesen
Wurm|Parasit|Regenwurm|Ringelwurm
Mikrobe|Amöbe|Bakterie|Einzeller
Blumenstrauß|Blumen|Bouquet
Kirschblüte|Blume|Blüte|Kirsche|Pflanze
Blumenstempel|Blume
Lotusblüte|Blume|Buddhismus|Hinduismus|Indien|Reinheit|Vietnam
Rosette|Pflanze
Rose|Blume|Blüte|Pflanze
welke Blume|Blume|verwelkt
Hibiskus|Blume|Blüte|Pflanze
Sonnenblume|Blume|Blüte|Pflanze|Sonne
gelbe Blüte|Blume|Blüte|Pflanze
Tulpe|Blume|Blüte|Pflanze
Spross|junge Pflanze
Topfpflanze|Haus|langweilig|nutzlos|Pflanze|pflegen|wachsen
Nadelbaum|Baum|Pflanze
Laubbaum|Baum|Laub|Pflanze
Palme|Baum|Pflanze
Kaktus|Pflanze
Reisähre|Ähre|Pflanze|Reis
Kräuter|Blätter
Kleeblatt|Pflanze
Glücksklee|Glück|Kleeblatt|vier|vierblättrig
Ahornblatt|Ahorn|Blatt|Herbst|Laub|Pflanze
Laub|Blatt|Blätter|Herbst|Pflanze
Blätter im Wind|Blatt|Blätter|Laub|Pflanze|Wind
leeres Nest|Nest|Nestbau|nisten|Vogelnest
Nest mit Eiern|Nest|Nestbau|nisten|Vogelnest
Fliegenpilz|Pilz
Trauben|Frucht|Obst|Traube
Honigmelone|Frucht|Obst
Wassermelone|Frucht|Melone|Obst|Wasser
Mandarine|Frucht|Obst|Orange
Zitrone|Frucht|Obst|Zitrusfrucht
Banane|Frucht|Obst
Ananas|Frucht|Obst
Mango|Frucht|Früchte|tropisch
roter Apfel|Apfel|Frucht|Obst|rot
grüner Apfel|Apfel|Frucht|grün|Obst
Birne|Frucht|Obst
Pfirsich|Frucht|Obst
Kirschen|Frucht|Kirsche|Obst
Erdbeere|Beere|Frucht|Obst
Blaubeeren|Beere|blau|Blaubeere|Heidelbeere
Kiwi|Frucht|Obst
Tomate|Gemüse
Olive|Lebensmittel
Kokosnuss|Palme|Piña Colada
Avocado|Frucht
Aubergine|Gemüse
Kartoffel|Essen
Karotte|Gemüse|Möhre|Mohrrübe
Maiskolben|Mais
Peperoni|Chili|Paprika|Pfeffer|Pflanze|scharf
Paprika|Gemüse|Gemüsepaprika
Gurke|Essen|Gemüse
Blattgemüse|Gemüse|Grünzeug|Kohl|Salat|Spinat
Brokkoli|Gemüsekohl
Knoblauch|Geschmack
Zwiebel|Geschmack
Erdnuss|Essen
Bohnen|Bohne|Essen|Hülsenfrucht|Kidney-Bohne|Lebensmittel
Kastanie|Marone
Brot|Brotlaib|Laib Brot
Croissant|französisch|Frühstück|Frühstückshörnchen
Baguette|französisch|Frühstück
Fladenbrot|Arepa|Lavasch|Naan|Pita
Brezel|gedreht
Bagel|Bäckerei|Backwaren|Frühstück
Pfannkuchen|Eierpfannkuchen|Essen
Waffel|Waffel mit Butter
Käsestück|Käse
Fleischhachse|Fleisch|Knochen|Restaurant
Hähnchenschenkel|Geflügel|Restaurant
Fleischstück|Kotelett|Lammkotelett|Schweinekotelett|Steak
Bacon|Essen|Frühstücksspeck|Speck
Hamburger|Burger|Restaurant
Pommes frites|Fritten|Pommes|Pommes Frites
Pizza|Pizzastück|Pizzeria
Hotdog|Frankfurter|Hot Dog|Wurst|Würstchen
Sandwich|Brot
Taco|mexikanisch
Burrito|mexikanisch
Tamale|eingewickelt|mexikanisch
Döner|Döner Kebab|Falafel|Wrap
Falafel|Bällchen|Kichererbsen
Ei|Frühstück|Frühstücksei
Spiegelei in Bratpfanne|Kochen|Pfanne
Pfannengericht|Essen|Paella|Reispfanne
Topf mit Essen|Eintopf|Gericht
Fondue|geschmolzen|Käse|Schokolade|schweizerisch|Topf
Schüssel mit Löffel|Cerealien|Frühstück|Reisbrei
Salat|Essen
Popcorn|Snack
Butter|Milchprodukt
Salz|Geschmack|Salzstreuer
Konserve|Dose
Bento-Box|Bento
Reiscracker|Cracker
Reisbällchen|Reis
Reis in Schüssel|Reis
Reis mit Curry|Curry|Reis
Schüssel und Essstäbchen|dampfend|Eiernudeln|Nudeln|Schüssel|Stäbchen|Suppe
Spaghetti|Nudeln mit Tomatensoße|Pasta
geröstete Süßkartoffel|geröstet|Süßkartoffel
Oden|japanisches Gericht|Restaurant
Sushi|japanisches Gericht|Restaurant
frittierte Garnele|Garnele|Restaurant
Fischfrikadelle|Fisch
Mondkuchen|Festival|Herbst|Yuebing
Dango|japanisches Gericht|Mochi-Kugeln auf einem Spieß|Restaurant
Teigtasche|chinesische Teigtasche|Empanada|Gyōza|Jiaozi|Pierogi
Glückskeks|Prophezeiung
Takeaway-Schachtel|Takeaway-Box
Krebs|Sternzeichen|Tierkreis
Hummer|Meeresfrüchte
Garnele|Gourmet|Krustentier
Tintenfisch|Kalmar
Auster|Perle|tauchen
Softeis|Eis
Wassereis|Eis|Sorbet
Eiscreme|Eis|Eisbecher|Eisdiele
Donut|Doughnut
Keks|Cookie
Geburtstagskuchen|Geburtstag|Torte
Torte|Kuchen|Kuchenstück|Stück Torte|Tortenstück
Cupcake|Gebäck|Konditorei|Muffin|süß
Kuchen|Füllung|Gebäck
Schokoladentafel|Schokolade
Bonbon|Süßigkeit
Lutscher|Lolli|Süßigkeit
Pudding|Dessert|Nachspeise|Nachtisch|Schokolade|Soße
Honigtopf|Honig
Babyflasche|Baby|Fläschchen|Kind|Milch|trinken
Glas Milch|Getränk|Glas|Milch
Heißgetränk|dampfend|Getränk|heiß|Kaffee|Tee|trinken
Teekanne|Kanne|Tee|trinken
Teetasse ohne Henkel|Tee|Teetasse
Sake-Flasche mit Tasse|Flasche|Getränk|Sake|Tasse|trinken
Flasche mit knallendem Korken|Champagner|Flasche|Korken|Sekt|trinken
Weinglas|Bar|Glas|Wein
Cocktailglas|Bar|Cocktail
Cocktail|Bar|exotisches Getränk
Bierkrug|Bar|Bier|Krug
Bierkrüge|anstoßen|Bier
Sektgläser|anstoßen|feiern|Getränk|Sekt
Trinkglas|Bar|Whiskey
Flüssigkeit ausgießen|ausgießen|Getränk|gießen|Glas|leer|trinken|verschütten
Becher mit Strohhalm|Saft|Selters
Bubble Tea|Blase|Milch|Perle|Tee
Trinkpäckchen|Getränk|Saftpackung
Mate-Tee|Getränk
Eiswürfel|Eisberg|kalt
Essstäbchen|Hashi|Stäbchen
Teller mit Messer und Gabel|Gabel|kochen|Messer
Messer und Gabel|Besteck|Gabel|Gabel und Messer|Messer
Löffel|Besteck
Küchenmesser|Messer
Einmachglas|Einweckglas|Gewürzglas|leer|Marmeladeglas
Amphore|Gefäß|kochen|Krug|Vase|Wassermann
Globus mit Europa und Afrika|Afrika|Europa|Weltkugel
Globus mit Amerika|Nordamerika|Südamerika|Weltkugel
Globus mit Asien und Australien|Asien|Australien|Weltkugel
Globus mit Meridianen|Breitengrad|Längengrad
Weltkarte|Karte|Welt
Umriss von Japan|Japan|Karte
Kompass|Himmelsrichtung|magnetisch|Navigation|Orientierung|Windrose
schneebedeckter Berg|Berg|kalt|Schnee
Berg|Gebirge
Vulkan|Ausbruch|Berg|Wetter
Fuji|Berg
Camping|campen|Zelt|zelten
Strand mit Sonnenschirm|Meer|Sonnenschirm|Strand
Wüste
einsame Insel|einsam|Insel|Meer|Strand|verlassen
Nationalpark|Park
Stadion|Arena
antikes Gebäude|antik|Gebäude|klassizistisch
Kran|Bau|bauen
Ziegelstein|Klinker|Mauerwerk|Wand|Ziegel
Felsen|Stein
Holz|Feuerholz|Holzscheite
Hütte|Haus|Jurte|Rundhaus
Wohnhäuser|Gebäude|Haus|Häuser|Wohnhaus|Wohnsiedlung
verfallenes Haus|Gebäude|Haus|heruntergekommen|verfallen|verlassen
Haus|Gebäude|Zuhause
Haus mit Garten|Baum|Haus
Bürogebäude|Hochhaus
japanisches Postgebäude|Japan|Post
Postgebäude|Europa|Post
Krankenhaus|Arzt|Gebäude|krank|Medizin
Bank|Gebäude|Geld
Hotel|Gebäude|übernachten|Unterkunft
Stundenhotel|Gebäude|Hotel|Liebe|Unterkunft
Minimarkt|einkaufen|Gebäude|Geschäft|Lebensmittel
Schule|Gebäude|Schulgebäude
Kaufhaus|einkaufen|Gebäude|Geschäft|shoppen
Fabrik|Fabrikgebäude|Gebäude
japanisches Schloss|Bauwerk|Gebäude|Japan|japanisch|Schloss
Schloss|Bauwerk|Europa|europäisch|Gebäude
Hochzeit|Herz|Kirche
Tokyo Tower|Fernsehturm|Tokio
Freiheitsstatue|Amerika|Freiheit
Kirche|Christ|Christentum|christlich|Gebäude|Kreuz|Religion
Moschee|Islam|Moslem|Muslim|Religion
Hindutempel|Hindu|Tempel
Synagoge|Jude|jüdisch|Religion|Tempel
Shinto-Schrein|Religion|Schrein|Shinto
Kaaba|Islam|Moslem|Muslim|Religion
Springbrunnen|Brunnen|Garten|Park
Zelt|Camping|Campingurlaub|Zeltplatz
neblig|Nebel|Wetter
Sternenhimmel|Nacht|Sterne
Skyline|Gebäude|Häuser|Hochhäuser|Stadt|Wolkenkratzer
Sonnenaufgang über Bergen|Berge|Sonnenaufgang
Sonnenaufgang über dem Meer|Meer|Sonnenaufgang
Abendstimmung in der Stadt|Hochhäuser|Sonnenuntergang
Sonnenuntergang in der Stadt|Hochhäuser|Sonnenuntergang
Brücke vor Nachthimmel|Brücke|Golden Gate|Nacht|nachts
heiße Quellen|Dampf|dampfend|heiß|Quellen
Karussellpferd|Karussell|Pferd
Spielplatzrutsche|Rutsche|spielen|Spielplatz|Vergnügungspark
Riesenrad|Freizeitpark|Rad|Volksfest
Achterbahn|Freizeitpark|Volksfest
Barbershop-Säule|Herrenfriseur|Säule
Zirkuszelt|Unterhaltung|Zelt|Zirkus
Dampflokomotive|Dampf|Dampflok|Fahrzeug|Lokomotive|Zug
Eisenbahnwagen|Fahrzeug|Wagen|Waggon|Zug
Hochgeschwindigkeitszug mit spitzer Nase|Shinkansen|TGV|Zug
Hochgeschwindigkeitszug|Japan|Shinkansen|Zug
Zug|Eisenbahn
U-Bahn|Metro
S-Bahn|Zug
Bahnhof|Zug
Straßenbahn|Tram
Einschienenbahn|Bahn|Magnetschwebebahn
Bergbahn|Bahn
Straßenbahnwagen|Straßenbahn|Tram|Tramwagen
Bus|Fahrzeug
Bus von vorne|Bus
Oberleitungsbus|Trolleybus
Kleinbus|Bus
Krankenwagen|Notfall
Feuerwehrauto|Brand|Löschfahrzeug
Polizeiwagen|Polizei|Streifenwagen
Polizeiwagen von vorne|Polizei|Streifenwagen
Taxi|Auto|Fahrzeug
Taxi von vorne|Taxi
Auto|Fahrzeug
Auto von vorne|Auto|Automobil|Fahrzeug
Wohnmobil|verreisen
Pick-up|Laster|Lieferwagen
Lieferwagen|Lastwagen|LKW
Sattelzug|Lastwagen|LKW
Traktor|Landwirtschaft|Trecker
Rennauto|Autorennen
Motorrad|Motorrennen
Motorroller|Roller|Vespa
manueller Rollstuhl|Barrierefreiheit
elektrischer Rollstuhl|Barrierefreiheit
Autorikscha|Tuk-Tuk
Fahrrad|Rad
Tretroller
Skateboard|Skateboard fahren
Rollschuh|Rollen|Schuh
Bushaltestelle|Bus|Haltestelle
Autobahn|Schnellstraße
Bahngleis|Schienen
Ölfass|Fass|Öl
Tanksäule|Benzin|tanken|Tankstelle
Autorad|drehen|Rad|Reifen|rotieren
Polizeilicht|Polizei
horizontale Verkehrsampel|Ampel|Verkehrsampel|vertikal
vertikale Verkehrsampel|Ampel|horizontal|Verkehrsampel
Stoppschild|achteckig|Schild|Stopp
Baustellenabsperrung|Baustelle|Schild
Anker|Hafen|Meer
Rettungsring|Leben retten|retten|Schwimmring|Sicherheit
Segelboot|Boot
Kanu|Boot|Wassersport
Schnellboot|Boot
Passagierschiff|Schiff|Seereise
Fähre|Schiff
Motorboot|Boot|Schiff
Schiff|Dampfer|Kreuzfahrtschiff
Flugzeug|Flieger
kleines Flugzeug|Flugzeug|klein
Abflug|Flugzeug|Start|Start eines Flugzeugs
Landung eines Flugzeugs|Flugzeug|Landung
Fallschirm|Fallschirmspringen|Paragliding|Skydiving
Sitzplatz|Flugzeug|Sitz|Zug
Hubschrauber|Helikopter
Schwebebahn|Hängebahn
Bergschwebebahn|Schwebebahn
Bergseilbahn|Gondel|Seilbahn
Satellit|Weltraum
Rakete|Weltraum
fliegende Untertasse|UFO
Rezeptionsklingel|Klingel
Gepäck|Ballast|Koffer|Reise
Sanduhr|Prozess|Vorgang läuft
laufende Sanduhr|Prozess|Sanduhr|Vorgang läuft
Armbanduhr|Uhr
Wecker|Uhr|Uhrzeit
Stoppuhr|Uhr
Zeitschaltuhr|Timer|Uhr
Kaminuhr|Uhr
Ziffernblatt 12:00 Uhr|0 Uhr|12|12:00 Uhr|Mittag|Mitternacht|Uhr|zwölf Uhr
12:30 Uhr|00:30|12:30|halb eins|Uhr|Ziffernblatt 12:30 Uhr
1:00 Uhr|01:00|1|13:00|Punkt eins|Uhr|Ziffernblatt 1:00 Uhr
1:30 Uhr|halb zwei|Uhr|Ziffernblatt 1:30 Uhr
2:00 Uhr|2|Uhr|Ziffernblatt 2:00 Uhr
2:30 Uhr|halb drei|Uhr|Ziffernblatt 2:30 Uhr
3:00 Uhr|3|Uhr|Ziffernblatt 3:00 Uhr
3:30 Uhr|halb vier|Uhr|Ziffernblatt 3:30 Uhr
4:00 Uhr|4|Uhr|Ziffernblatt 4:00 Uhr
4:30 Uhr|04:30|16:30|halb fünf|Uhr|Ziffernblatt 4:30 Uhr
5:00 Uhr|05:00|17:00|5|Punkt fünf|Uhr|Ziffernblatt 5:00 Uhr
5:30 Uhr|05:30|17:30|halb sechs|Uhr|Ziffernblatt 5:30 Uhr
6:00 Uhr|6|Uhr|Ziffernblatt 6:00 Uhr
6:30 Uhr|halb sieben|Uhr
7:00 Uhr|7|Uhr|Ziffernblatt 7:00 Uhr
7:30 Uhr|halb acht|Uhr|Ziffernblatt 7:30 Uhr
8:00 Uhr|8|Uhr|Ziffernblatt 8:00 Uhr
8:30 Uhr|halb neun|Uhr|Ziffernblatt 8:30 Uhr
9:00 Uhr|9|Uhr|Ziffernblatt 9:00 Uhr
9:30 Uhr|halb zehn|Uhr|Ziffernblatt 9:30 Uhr
10:00 Uhr|10|Uhr|Ziffernblatt 10:00 Uhr
10:30 Uhr|halb elf|Uhr|Ziffernblatt 10:30 Uhr
11:00 Uhr|11|Uhr|Ziffernblatt 11:00 Uhr
11:30 Uhr|halb zwölf|Uhr|Ziffernblatt 11:30 Uhr
Neumond|Mond
erstes Mondviertel|Mond|zunehmend
zunehmender Halbmond|Halbmond|zunehmend
zweites Mondviertel|Mond|zunehmend
Vollmond|Mond
drittes Mondviertel|abnehmend|Mond
abnehmender Halbmond|abnehmend|Halbmond
letztes Mondviertel|abnehmend|Mond
Mondsichel|Mond
Neumond mit Gesicht|Gesicht|Neumond
Mondsichel mit Gesicht links|Gesicht|Mondsichel
Mondsichel mit Gesicht rechts|Gesicht|Mondsichel
Thermometer|Temperatur|Wetter
Sonne|Sonnenstrahlen|sonnig|Strahlen|Wetter
Vollmond mit Gesicht|Gesicht|Vollmond
Sonne mit Gesicht|Gesicht|Sonne
Ringplanet|Saturn
weißer mittelgroßer Stern|Stern
funkelnder Stern|Stern
Sternschnuppe|Himmel
Milchstraße|Galaxie
Wolke|Wetter|wolkig
Sonne hinter Wolke|Sonne|Wolke|wolkig
Wolke mit Blitz und Regen|Blitz|Gewitter|Regen|Wetter|Wolke|wolkig
Sonne hinter kleiner Wolke|kleine Wolke|Sonne|Wetter|Wolke
Sonne hinter großer Wolke|große Wolke|Sonne|Wetter|Wolke
Sonne hinter Regenwolke|Regenwolke|Sonne|Wetter
Wolke mit Regen|Regen|Regenwolke|Wetter|Wolke
Wolke mit Schnee|Schnee|Wetter|Wolke
Wolke mit Blitz|Blitz|Gewitter|Wetter|Wolke
Wirbelsturm|Wetter
Nebel|neblig|Wetter
Wind|Wetter|windig
Wirbel|Spirale|Wirbelsturm
Regenbogen|Wetter
geschlossener Regenschirm|Regen|Regenschirm
Regenschirm|Bekleidung|Regen|Wetter
Regenschirm im Regen|Regen|Regenschirm
aufgestellter Sonnenschirm|aufgestellt|Sonnenschirm
Hochspannung|Blitz|Gefahr
Schneeflocke|Flocke|Schnee
Schneemann im Schnee|Schnee|Schneemann
Schneemann ohne Schneeflocken|kalt|Schnee|Schneemann|Winter
Komet|Weltall
Feuer|Flamme|heiß
Tropfen|Schweiß|Wasser|Wassertropfen
Welle|Meer
Halloweenkürbis|Halloween|Kürbis
Weihnachtsbaum|Baum|Tanne|Weihnachten
Feuerwerk|Silvester
Wunderkerze|Feuerwerk
Feuerwerkskörper|Dynamit|explosiv|Feuerwerk|Knaller
funkelnde Sterne|*|Sterne
Luftballon|Geburtstag
Konfettibombe|Feier|Konfetti|Party
Konfettiball|Feier|Konfetti
Tanabata-Baum|Baum|Fest|Japan|Sternenfest|Zettel
Piniendekoration|Japan|Neujahrsfest
japanische Puppen|Puppenfest Japan
traditionelle japanische Windsäcke|Feier|Karpfen|Windsäcke
japanisches Windspiel|Feier|Glocke|Wind
traditionelles Mondfest|Japan|Mond|Mondfest
roter Umschlag|Geld|Geschenk|Glück|Hongbao
pinke Schleife|Feier|Schleife
Geschenk|Feier|verpackt
Gedenkschleife|Schleife
Eintrittskarten|Ticket
Ticket|Konzert|Unterhaltung
Militärorden|Orden
Pokal|Preis
Sportmedaille|Medaille
Goldmedaille|Erster|Medaille 1. Platz
Silbermedaille|Medaille 2. Platz|Zweiter
Bronzemedaille|Dritter|Medaille 3. Platz
Fußball|Ball
Baseball|Ball
Softball|Ball|Handschuh
Basketball|Ball|Korb|Sport
Volleyball|Ball
Football|Amerika|Ball|Sport
Rugbyball|Ball|Rugby|Sport
Tennisball|Ball|Sport|Tennis
Frisbee|Ultimate
Bowling|Bowlingkugel|Kugel|Spiel
Kricket|Ball|Cricket|Schläger
Feldhockey|Hockey|Schläger
Eishockey|Hockey|Puck|Schläger
Lacrosse|Ball|Schläger|Stock
Tischtennis|Ball|Schläger
Badminton|Federball|Schläger
Boxhandschuh|Boxen|Handschuh|Sport
Kampfsportanzug|Judo|Kampfkunst|Kampfsport|Karate|Taekwondo
Tor|Sport
Golffahne|Golfplatz
Schlittschuh|Eislauf
Angel mit Fisch|Angeln|Entspannung
Tauchmaske|schnorcheln|Sporttauchen|tauchen
Laufshirt|Laufen|Schärpe|Sport
Ski|Ski und Stöcke
Schlitten|Rodel
Curlingstein|Spiel|Stein
Darts|Dart|Spiel|Volltreffer|Zielscheibe
Jo-Jo|Spielzeug
Drachen|fliegen|steigen
Wasserpistole|Pistole|Revolver|Waffe
Billardkugel|8-Ball|Kugel|Spiel
Kristallkugel|Wahrsager
Zauberstab|Hexe|Hexer|Zauberei|Zauberer|Zauberin
Gamepad|Gaming|Videospiel
Joystick|Gaming|Videospiel
Spielautomat|Glücksspiel|Spiel
Spielwürfel|Spiel|Würfel
Puzzleteil|Puzzle|Puzzlestück
Teddybär|Kuscheltier|Plüschteddy|Plüschtier|Spielzeug
Piñata|Feier|Party
Discokugel|Disco|Lichtreflexe|Party|Spiegelkugel|tanzen
Matroschka|Matrioschka|Puppe|Russland
Pik|Kartenspiel
Herz|Kartenspiel
Karo|Kartenspiel
Kreuz|Kartenspiel
Bauer Schach|Schach
Jokerkarte|Joker|Spielkarte
Mahjong-Stein|Mahjong|roter Drache
japanische Blumenkarte|Blume|Blumenkarte|Hanafuda|Japan|Karte
Masken|Kunst|Theater|Unterhaltung
gerahmtes Bild|Bild|Gemälde|Kunst|malen|Rahmen|Zeichnung
Mischpalette|Farben|Kunst|Künstler|Palette
Faden|Nadel|Nähen|Zwirn
Nähnadel|Nadel|nähen|Nähte|schneidern|Stiche|sticken
Wollknäuel|Häkeln|Stricken|Wolle
Knoten|binden|Schnur|Seil|zusammendrehen
Brille|Accessoire
Sonnenbrille|Augen|Brille|dunkel
Schutzbrille|Augenschutz|Schweißen|Schwimmen
Laborkittel|Doktor|Experiment|Wissenschaftler
Sicherheitsweste|Notfall|Sicherheit|Weste
Hemd mit Krawatte|Kleidung|Kragen|Schlips
T-Shirt|Kleidung|Shirt
Jeans|Hose|Kleidung
Schal|Hals
Handschuhe|Hand
Mantel|Jacke
Socken|Strümpfe
Kleid|Kleidung
Kimono|Kleid|Kleidung
Sari|Kleid|Kleidung
einteiliger Badeanzug|Badeanzug
Slip|Badeanzug|Einteiler|Unterwäsche
Shorts|Badebekleidung|Boxershorts|Schwimmshorts
Bikini|Badeanzug|Kleidung
Bluse|Damenmode|Kleidung|Oberbekleidung
Geldbörse|Accessoire|Brieftasche|Portemonnaie
Handtasche|Accessoire|Tasche
Clutch|Accessoire|Tasche
Einkaufstüten|einkaufen|Einkaufen|shoppen|Shopping
Schulranzen|Ranzen|Rucksack|Schule|Tornister
Zehensandale|Zehensandalen
Herrenschuh|Herren|Schuh
Sportschuh|Schuh|Sneaker|sportlich
Wanderstiefel|Camping|Wandern|Wanderung
flacher Schuh|Ballet-Pumps|Slipper
Stöckelschuh|Absatzschuh|Damen|Highheels|Pumps
Damensandale|Damen|Sandale|Schuh
Ballettschuhe|Ballett|Tanz
Damenstiefel|Damen|Schuh|Stiefel
Krone|König|Königin
Damenhut|Damenhut mit Schleife|Hut|Kopfbedeckung|Schleife
Zylinder|Hut|Kopfbedeckung|Zylinderhut
Doktorhut|Abschlussfeier
Baseballmütze|Baseballkappe|Schirmkappe
Militärhelm|Helm|Kämpfer|Kämpferin|Militär|Soldat|Soldatin
Rettungshelm|bergen|Helm|Helm mit weißem Kreuz|Hilfe|retten
Gebetskette|Gebet|Kette|Religion|Rosenkranz
Lippenstift|Kosmetik|Make-up|Schminke
Ring|Diamantring|Edelstein|Schmuck|Verlobung
Edelstein|Diamant
durchgestrichener Lautsprecher|stummgeschaltet
Lautsprecher mit geringer Lautstärke|eingeschaltet
Lautsprecher mit mittlerer Lautstärke|mittellaut
Lautsprecher mit hoher Lautstärke|laut
Lautsprecher
Megafon|Jubel|Lautsprecher
Posthorn|Brief|E-Mail|Post
Glocke|Ton eingeschaltet
durchgestrichene Glocke|Ton ausgeschaltet
Notenschlüssel|Musik|Noten|Partitur|Violinschlüssel
Musiknote|Musik|Note
Musiknoten|Musik|Noten
Studiomikrofon|Mikrofon
Schieberegler|Musik
Drehregler|Bedienknöpfe|Stellknöpfe
Mikrofon|Karaoke|Singen|Unterhaltung
Kopfhörer|Musik|Unterhaltung
Radio|Musik
Saxofon|Instrument|Musik|Musikinstrument
Akkordeon|Akkordeons|Concertina|Quetschkommode|Quetschkommoden|Ziehharmonika|Ziehharmonikas
Gitarre|Instrument|Musik|Musikinstrument
Klaviatur|Instrument|Musik|Musikinstrument|Tastatur|Tasten
Trompete|Instrument|Musik|Musikinstrument
Geige|Instrument|Musik|Musikinstrument
Banjo|Musik|Streichinstrument
Trommel|Trommelstöcke
afrikanische Trommel|Conga|Rhythmus
Mobiltelefon|Handy|Smartphone
Mobiltelefon mit Pfeil|Anruf|Mobiltelefon|Pfeil
Telefon|Festnetz
Telefonhörer|anrufen|Hörer|Telefon
Pager
Faxgerät|Fax
Batterie|Akku
schwache Batterie|Akku|Batterie|Elektronik|niedriger Akkustand|schwacher Akku
Netzstecker|Stecker|Stromstecker
Laptop|Computer|Notebook|PC
Desktopcomputer|Bildschirm|Desktop|Monitor
Drucker|Computer
Tastatur|Computer
Computermaus|Computer
Trackball|Computer
Minidisc|MD
Diskette|Datenträger
CD|Blu-Ray|DVD
DVD|CD
Abakus|Abaki|Abakusse|Rechenhilfe|Rechenschieber
Filmkamera|Film|Kino|Unterhaltung
Filmstreifen|Film|Filmband|Kino
Filmprojektor|Kino|Unterhaltung
Filmklappe|Film|Klappe|Unterhaltung
Fernseher|Film|TV
Fotoapparat|Fotos|Kamera
Fotoapparat mit Blitz|Blitz|Fotoapparat
Videokamera|Videos
Videokassette|Video
Lupe nach links|Suche|Vergrößerungsglas
Lupe nach rechts|Suche|Vergrößerungsglas
Kerze|Licht
Glühbirne|Idee|Licht
Taschenlampe|Lampe|Licht
rote Papierlaterne|Izakaya|japanisches Lokal
Öllampe|Diya|Lampe|Öl
Notizbuch mit dekorativem Einband|Einband|Notizbuch
geschlossenes Buch|Buch|geschlossen
offenes Buch|Buch|geöffnet|offen
grünes Buch|Buch|grün
blaues Buch|blau|Buch
orangefarbenes Buch|Buch|orangefarben
Bücherstapel|Bücher
Notizbuch|Notizen
Spiralblock|Notizblock
teilweise eingerolltes Blatt|Dokument|Papier|Seite
Schriftrolle|Papier
Vorderseite eines Blattes|Dokument|Papier|Seite
Zeitung|Nachrichten
zusammengerollte Zeitung|Zeitung|zusammengerollt
Pagemarker|Notizen
Lesezeichen|Lesen
Etikett|Label|Marke
Geldsack|Geld|Sack
Münze|Geld|Gold|Metall|Schatz|Silber
Yen-Banknote|Geld|Geldschein|Yen
Dollar-Banknote|Dollar|Geld|Geldschein
Euro-Banknote|Euro|Euroschein|Geld|Geldschein
Pfund-Banknote|Geld|Geldschein|Pfund
Geldschein mit Flügeln|Bank|Geld
Kreditkarte|Guthaben|Karte
Beleg|Belege|Buchhaltung|Rechnung|Rechnungslegung
steigende Kurve mit Yen-Zeichen|Diagramm|Markt
Briefumschlag|Brief|E-Mail
E-Mail|Brief|E-Mail-Symbol
eingehender Briefumschlag|E-Mail|empfangen
Umschlag mit Pfeil|E-Mail|gesendet
Postausgang|Ablage
Posteingang|Ablage
Paket|Päckchen
geschlossener Briefkasten mit Post|Briefkasten|E-Mail|geschlossen|Post
geschlossener Briefkasten ohne Post|Briefkasten|geschlossen|keine E-Mail|keine Post|Post
offener Briefkasten mit Post|Briefkasten|E-Mail|offen|Post
offener Briefkasten ohne Post|Briefkasten|keine E-Mail|keine Post|offen|Post
Briefkasten|Brief
Urne mit Wahlzettel|Urne|Wahlzettel
Bleistift
schwarzer Federhalter|Federhalter|Füller|schwarz|Stift
Füllhalter|Füller|Füllfederhalter
Kugelschreiber|Stift
Pinsel|Kunst|malen
Wachsmalstift|Buntstift
Papier und Bleistift|Bleistift|Kurzmitteilung|Nachricht|Papier
Aktentasche|Tasche
Ordner|Dokument|geschlossen
geöffneter Ordner|Dokument|offen|Ordner
Karteireiter|Büromaterial|Karteikarten
Kalender|Kalenderblatt
Abreißkalender|Kalender
Notizblock|Block
Spiralkalender|Kalender
Rotationskartei|Visitenkarten
Aufwärtstrend|Diagramm|Kurve|steigend
Abwärtstrend|Diagramm|fallend|Kurve
Balkendiagramm|Balken|Diagramm
Klemmbrett|Clipboard|Zwischenablage
Reißzwecke|anpinnen
Stecknadel|anpinnen|Reißzwecke|rund|runde Reißzwecke
Büroklammer
verhakte Büroklammern|Büroklammer|Büroklammern|verhakt
Lineal
dreieckiges Lineal|Geodreieck|Lineal
Schere
Karteikasten|Büromaterial
Aktenschrank|Ablage|Archiv
Papierkorb
geschlossenes Schloss|Datenschutz|geschlossen|Schloss|Sicherheit
offenes Schloss|nicht gesichert|offen|Schloss
Schloss mit Füller|Datenschutz|privat|Sicherheit
Schloss mit Schlüssel|Datenschutz|privat|Sicherheit
Schlüssel|Passwort
alter Schlüssel|alt|Schlüssel
Hammer|Werkzeug
Axt|Beil|hacken|Holz|spalten
Pickel|Werkzeug
Hammer und Pickel|Hammer|Pickel|Werkzeug
Hammer und Schraubenschlüssel|Hammer|Schraubenschlüssel|Werkzeug
Dolch|Waffe
gekreuzte Schwerter|gekreuzt|Schwerter
Bombe|Comic
Bumerang|Australien|Boomerang
Pfeil und Bogen|Bogen|Pfeil
Schutzschild|Schild
Handsäge|Holz|Säge|Tischler|Werkzeug
Schraubenschlüssel|Werkzeug
Schraubenzieher|Schraube|Schraubendreher|Werkzeug
Mutter und Schraube|Schraube
Zahnrad|Werkzeug
Schraubzwinge|Werkzeug
Waage|Gerechtigkeit|Gewicht|Werkzeug|wiegen
Blindenstock|Barrierefreiheit|blind
Linksymbol|Kettenglieder|Verknüpfungssymbol|zwei Ringe
Ketten|Eisen|Kette
Haken|Angelhaken
Werkzeugkasten|Mechaniker|Werkzeug
Magnet|Anziehungskraft|magnetisch
Leiter|klettern|Sprosse|Stufe
Destillierapparat|Werkzeug
Reagenzglas|Chemie|Experiment|Labor|Versuche
Petrischale|Bakterien|Bakterienkultur|Biologie
DNA|Biologie|Evolution|Genetik|Leben
Mikroskop|Labor
Teleskop
Satellitenschüssel|Antenne|Schüssel
Spritze|Arzt|Injektion|Nadel
Blutstropfen|Blutspende|Medizin|Menstruation
Kapsel|Arzt|Medizin|Tabletten
Heftpflaster|Pflaster
Krücke|Behinderung|Gehhilfe|Gehstütze|Schmerzen|Stock
Stethoskop|Arzt|Herz|Medizin
Röntgenbild|Knochen|Medizin|Radiologie|Röntgen|Skelett
Tür|Eingang|geschlossen
Fahrstuhl|Aufzug|Lift
Spiegel|Reflexion|Spiegelbild
Fenster|Aussicht|durchsichtig|frische Luft|Öffnung|Rahmen
Bett|Hotel|schlafen|Übernachtung
Sofa und Lampe|Lampe|Sofa
Stuhl|sitzen
Toilette|WC
Saugglocke|Saugglocken|Toilette|verstopft
Dusche
Badewanne|Bad|Badezimmer
Mausefalle|Falle|Mäusefalle
Rasierer|rasieren|scharf
Creme|Feuchtigkeitscreme|Körpercreme|Shampoo|Sonnencreme
Sicherheitsnadel|Punk|Windel
Besen|Fegen|Hexe|Kehren
Korb|Picknick|Wäsche
Küchenrolle|Klopapier|Papiertücher|Toilettenpapier
Eimer|Behälter|Bottich|Kübel
Seife|Baden|säubern|Seifenschale
Blasen|reinigen|Seife|Seifenblasen|unter Wasser|Wasserblasen
Zahnbürste|Badezimmer|Bürste|sauber|Zähne|Zahnhygiene
Schwamm|absorbieren|aufsaugen|porös
Feuerlöscher|Feuer|löschen
Einkaufswagen|einkaufen
Zigarette|Rauchen|Rauchersymbol
Sarg|Beerdigung|Tod|tot
Grabstein|Friedhof|Grab
Urne|Beerdigung|Tod|tot
Nazar-Amulett|Glücksbringer|Nazar|Talisman
Hamsa|Amulett|Fatima|Glückssymbol|Hand|Maria|Miriam|Schutz
Statue|Gesicht|Maske|Osterinsel
Protestschild|Demonstration|Mahnwache|Plakat|Protest|Schild
Ausweis|Führerschein|Personalausweis|Plakette
Symbol „Geldautomat“|ATM
Symbol „Papierkorb“|Müll|Sauberkeit
Trinkwasser|Wasser
Symbol „Rollstuhl“|barrierefrei|behindertengerecht
Herren|Herrentoilette
Damen|Damentoilette
Toiletten|Toilette|WC
Symbol „Baby“|Wickelraum
WC|Toilette
Passkontrolle|Pass
Zollkontrolle|Zoll
Gepäckausgabe|Gepäck
Gepäckaufbewahrung|Gepäck|Schließfach
Warnung|Dreieck
Kinder überqueren die Straße|Kinder|Vorsicht
Zutritt verboten|keine Durchfahrt|verboten
Verboten|Verbotszeichen
Fahrräder verboten|Radfahren verboten
Rauchverbot|Rauchen verboten
Abfall verboten|Müll|verboten
Kein Trinkwasser|kein Trinkwasser|verboten|Wasser
Fußgänger verboten|verboten
Mobiltelefone verboten|Mobiltelefon|Verbot
Minderjährige verboten|Erwachsene|Mindestalter|nicht jugendfrei
Radioaktiv|radioaktiv
Biogefährdung|Zeichen
Pfeil nach oben|aufwärts|Aufwärtspfeil|nach oben|Norden|Pfeil
Pfeil nach rechts oben|nach rechts oben|Nordosten|Pfeil
Pfeil nach rechts|nach rechts|Osten|Pfeil|Rechtspfeil
Pfeil nach rechts unten|nach rechts unten|Pfeil|Südosten
Pfeil nach unten|abwärts|Abwärtspfeil|nach unten|Pfeil|Süden
Pfeil nach links unten|nach links unten|Pfeil
Pfeil nach links|Linkspfeil|nach links|Pfeil|Westen
Pfeil nach links oben|nach links oben|Nordwesten|Pfeil
Pfeil nach oben und unten|entgegengesetzt|nach oben und unten|Pfeil
Pfeil nach links und rechts|entgegengesetzt|nach links und rechts|Pfeil
geschwungener Pfeil nach links|geschwungen|links|nach links|Pfeil
geschwungener Pfeil nach rechts|geschwungen|nach rechts|Pfeil|rechts
geschwungener Pfeil nach oben|geschwungen|nach oben|oben|Pfeil
geschwungener Pfeil nach unten|geschwungen|nach unten|Pfeil|unten
kreisförmige Pfeile im Uhrzeigersinn|im Uhrzeigersinn|Pfeile
Pfeile gegen den Uhrzeigersinn|gegen den Uhrzeigersinn|kreisförmige Pfeile gegen den Uhrzeigersinn|Pfeile
BACK-Pfeil|links|Pfeil|zurück
END-Pfeil|links|Pfeil
ON!-Pfeil|Pfeil|rechts und links
SOON-Pfeil|Pfeil|rechts
TOP-Pfeil|Pfeil nach oben
religiöse Stätte|Religion
Atomzeichen|Atheist|Atom
om|Hinduismus|Religion
Davidstern|jüdisch|Religion
Dharma-Rad|Buddhismus|Dharma
Yin und Yang|Daoismus|Religion|Yang|Yin
lateinisches Kreuz|Christentum|Kreuz|lateinisch|Religion
orthodoxes Kreuz|Christentum|Kreuz|Orthodox|Religion
Hilal und Stern|Hilal|Islam|Religion|Stern
Friedenszeichen|Friedensbewegung|Friedenssymbol
Menora|Leuchter|Religion
Hexagramm mit Punkt|Wahrsager
Widder (Sternzeichen)|Sternzeichen|Widder
Stier (Sternzeichen)|Sternzeichen|Stier
Zwillinge (Sternzeichen)|Sternzeichen|Zwilling|Zwillinge
Krebs (Sternzeichen)|Krebs|Sternzeichen
Löwe (Sternzeichen)|Löwe|Sternzeichen
Jungfrau (Sternzeichen)|Jungfrau|Sternzeichen
Waage (Sternzeichen)|Sternzeichen|Waage
Skorpion (Sternzeichen)|Skorpion|Sternzeichen
Schütze (Sternzeichen)|Schütze|Sternzeichen
Steinbock (Sternzeichen)|Steinbock|Sternzeichen
Wassermann (Sternzeichen)|Sternzeichen|Wassermann
Fische (Sternzeichen)|Fische|Sternzeichen
Schlangenträger|Sternbild
Zufallsmodus|gekreuzt|Pfeile|verschlungene Pfeile nach rechts
Wiederholen|im Uhrzeigersinn|Pfeile|wiederholen
Titel wiederholen|dasselbe wiederholen|im Uhrzeigersinn|noch einmal|Pfeile|wiederholen
Wiedergabe|abspielen|Dreieck|Pfeil|rechts
Doppelpfeile nach rechts|Doppelpfeil|überspringen|vorwärts|weiter
Nächster Titel|Doppelpfeil|Dreieck|nächster Titel|vorwärts|weiter
Wiedergabe oder Pause|Dreieck|Pause|Pfeil|rechts|Wiedergabe
Pfeil zurück|Dreieck|links|Pfeil|zurück
Zurückspulen|Doppelpfeil|Doppelpfeile nach links|Dreieck|Pfeil|vorheriger Titel|zurück
Vorheriger Titel|Doppelpfeil|Dreieck|Pfeil|vorheriger Titel|zurück
Aufwärts-Schaltfläche|aufwärts|nach oben|Pfeil|Schaltfläche
Doppelpfeile nach oben|aufwärts|Doppelpfeil|doppelt|nach oben|Pfeil
Abwärts-Schaltfläche|abwärts|nach unten|Pfeil|Schaltfläche
Doppelpfeile nach unten|Doppelpfeil|doppelt abwärts|nach unten|Pfeil
Pause|Streifen|vertikal
Stopp|Aufnahme stoppen|Quadrat
Aufnehmen|Aufnahme|aufnehmen|Kreis
Auswerfen|auswerfen|Auswurf|Auswurftaste|Medien
Kinosymbol|Film|Filmkamera|Kino|Unterhaltung
Taste Dimmen|dimmen|gedimmt|Helligkeit|schwache Helligkeit
Heller-Taste|Helligkeit|starke Helligkeit
balkenförmige Signalstärkenanzeige|Empfang|Mobilfunksignal|Mobiltelefon|Signalstärke
Vibrationsmodus|Mobiltelefon|Vibration
Mobiltelefon aus|ausschalten|Handy aus|Mobiltelefon
Frauensymbol|Frau|weiblich|Zeichen
Männersymbol|Mann|Symbol|Zeichen
Transgender-Symbol|Symbol für Transgender|Transgender
mal|×|abbrechen|Multiplikation|Multiplikationszeichen|multiplizieren|x
plus|+|Plus|Pluszeichen
minus|-|−|Minus|Minuszeichen
geteilt durch|÷|Division|Geteiltzeichen
Gleichheitszeichen extrafett|gleich|Gleichheit|Mathematik
Unendlichkeit|ewig|grenzenlos|unendlich
doppeltes Ausrufezeichen|Ausrufezeichen|doppelt|rot|Satzzeichen
Ausrufe- und Fragezeichen|Ausrufezeichen|Fragezeichen|rot|Satzzeichen
rotes Fragezeichen|Fragezeichen|rot|Satzzeichen
weißes Fragezeichen|Satzzeichen|weiß
weißes Ausrufezeichen|Satzzeichen|weiß
rotes Ausrufezeichen|Ausrufezeichen|rot|Satzzeichen
Wellenlinie|gewellt|Linie
Geldwechsel|Geld|Währung|Wechsel
Dollarzeichen extrafett|Dollar|Geld|Währung
Äskulapstab|Apotheke|Asklepiosstab|Medizin
Recycling-Symbol|Recycling
Lilie|Fleur-de-Lis
Dreizack|Anker|Triton
Namensschild|Schild
japanisches Anfänger-Zeichen|Anfänger|japanisches Symbol
hohler roter Kreis|großer Kreis|Kreis|o|rot
weißes Häkchen|abgehakt|erledigt
abgehaktes Kästchen|✓|Feld|Kästchen|Kästchen mit Häkchen
kräftiges Häkchen|abhaken|erledigt|Häkchen
Kreuzzeichen|abbrechen|durchgestrichen|Multiplikation|multiplizieren|x
angekreuztes Kästchen|angekreuztes Feld|Feld|Kreuz|Quadrat|X
Schleife
Doppelschleife|Rechteck|Schleife
Teilalternationszeichen|japanisch|Zeichensetzung
achtzackiger Stern|*|achtzackig|Stern
achtstrahliger Stern|*|Stern
Funkeln|*
Copyright|C
Registered-Trademark|Markenzeichen|R
Markenzeichen|TM|Trademark
Taste: #|Taste
Taste: *|Taste
Taste: 0|Taste
Taste: 1|Taste
Taste: 2|Taste
Taste: 3|Taste
Taste: 4|Taste
Taste: 5|Taste
Taste: 6|Taste
Taste: 7|Taste
Taste: 8|Taste
Taste: 9|Taste
Taste: 10|Taste
Eingabesymbol lateinische Großbuchstaben|Großbuchstaben|lateinische Großbuchstaben
Eingabesymbol lateinische Kleinbuchstaben|Kleinbuchstaben|lateinische Kleinbuchstaben
Eingabesymbol Zahlen|Zahlen
Eingabesymbol Sonderzeichen|Sonderzeichen
Eingabesymbol lateinische Buchstaben|Buchstaben|lateinische Buchstaben
Großbuchstabe A in rotem Quadrat|a|Blut|Blutgruppe|negativ|positiv
Großbuchstaben AB in rotem Quadrat|ab|Blut|Blutgruppe|negativ|positiv
Großbuchstabe B in rotem Quadrat|b|Blut|Blutgruppe|negativ|positiv
Großbuchstaben CL in rotem Quadrat|CL
Wort „Cool“ in blauem Quadrat|Cool
Wort „Free“ in blauem Quadrat|Free
Buchstabe „i“ in blauem Quadrat|i|Information
Großbuchstaben ID in lila Quadrat|ID
Buchstabe „M“ in Kreis|Kreis|M
Wort „New“ in blauem Quadrat|Neu|New
Großbuchstaben NG in blauem Quadrat|NG
Großbuchstabe O in rotem Quadrat|0|Blut|Blutgruppe|negativ|positiv
Großbuchstaben OK in blauem Quadrat|OK
Großbuchstabe P in blauem Quadrat|Parkplatz|Quadrat
SOS-Zeichen|Hilfe|SOS
Schriftzug „UP!“ im blauen Quadrat|„Up“|blau|Quadrat|Schriftzug
Schriftzug VS in orangem Quadrat|Großbuchstaben VS in orangefarbenem Quadrat|versus|VS
Schriftzeichen „koko“|„koko“|japanisches Schriftzeichen
Schriftzeichen „sa“|„sa“|japanisches Schriftzeichen
Schriftzeichen für „Monatsbetrag“|japanisches Schriftzeichen
Schriftzeichen für „nicht gratis“|japanisches Schriftzeichen|nicht gratis
Schriftzeichen für „reserviert“|japanisches Schriftzeichen|reserviert
Schriftzeichen für „Schnäppchen“|japanisches Schriftzeichen|Schnäppchen
Schriftzeichen für „Rabatt“|japanisches Schriftzeichen|Rabatt
Schriftzeichen für „gratis“|gratis|japanisches Schriftzeichen
Schriftzeichen für „verbieten“|japanisches Schriftzeichen|verbieten
Schriftzeichen für „akzeptieren“|akzeptieren|japanisches Schriftzeichen
Schriftzeichen für „anwenden“|anwenden|japanisches Schriftzeichen
Schriftzeichen für „Note zum Bestehen“|bestehen|japanisches Schriftzeichen
Schriftzeichen für „Zimmer frei“|japanisches Schriftzeichen|Zimmer frei
Schriftzeichen für „Gratulation“|Gratulation|japanisches Schriftzeichen
Schriftzeichen für „Geheimnis“|Geheimnis|japanisches Schriftzeichen
Schriftzeichen für „Geöffnet“|geöffnet|japanisches Schriftzeichen
Schriftzeichen für „Kein Zimmer frei“|japanisches Schriftzeichen|kein Zimmer frei
roter Punkt|Ball|Punkt|rot
oranger Punkt|orange|Punkt
gelber Punkt|gelb|Punkt
grüner Punkt|grün|Punkt
blauer Punkt|Ball|blau|Punkt
lila Punkt|lila|Punkt
brauner Punkt|braun|Punkt
schwarzer Punkt|Ball|Punkt|schwarz
weißer Punkt|Ball|Punkt|weiß
rotes Quadrat|Quadrat|rot
oranges Quadrat|orange|Quadrat
gelbes Quadrat|gelb|Quadrat
grünes Quadrat|grün|Quadrat
blaues Quadrat|blau|Quadrat
lila Quadrat|lila|Quadrat
braunes Quadrat|braun|Quadrat
großes schwarzes Quadrat|Quadrat|schwarz
großes weißes Quadrat|Quadrat|weiß
mittelgroßes schwarzes Quadrat|Quadrat|schwarz
mittelgroßes weißes Quadrat|Quadrat|weiß
mittelkleines schwarzes Quadrat|Quadrat|schwarz
mittelkleines weißes Quadrat|Quadrat|weiß
kleines schwarzes Quadrat|Quadrat|schwarz
kleines weißes Quadrat|Quadrat|weiß
große orangefarbene Raute|orangefarben|Raute
große blaue Raute|blau|Raute
kleine orangefarbene Raute|orangefarben|Raute
kleine blaue Raute|blau|Raute
rotes Dreieck mit der Spitze nach oben|aufwärts|Dreieck|rot
rotes Dreieck mit der Spitze nach unten|abwärts|Dreieck|rot
Rautenform mit Punkt|Diamant|mit Punkt|Rautenform
Optionsfeld|Schaltfläche
weiße quadratische Schaltfläche|quadratisch|Schaltfläche|weiß
schwarze quadratische Schaltfläche|quadratisch|Schaltfläche|schwarz
Zielflagge|karierte Flagge|Rennen|Sport
Wimpel|Dreiecksflagge|Flagge|rot
überkreuzte Flaggen|Japan|japanische Flaggen
schwarze Flagge|Fahne|schwarze Fahne|wehen
weiße Flagge|Fahne|wehen|weiße Fahne
Regenbogenflagge|bunt|Fahne|Regenbogen
Transgender-Flagge|Flagge|Transgender
Piratenflagge|Jolly Roger|Pirat|Piratenfahne|Schatz
Flagge: Ascension|Flagge
Flagge: Andorra|Flagge
Flagge: Vereinigte Arabische Emirate|Flagge
Flagge: Afghanistan|Flagge
Flagge: Antigua und Barbuda|Flagge
Flagge: Anguilla|Flagge
Flagge: Albanien|Flagge
Flagge: Armenien|Flagge
Flagge: Angola|Flagge
Flagge: Antarktis|Flagge
Flagge: Argentinien|Flagge
Flagge: Amerikanisch-Samoa|Flagge
Flagge: Österreich|Flagge
Flagge: Australien|Flagge
Flagge: Aruba|Flagge
Flagge: Ålandinseln|Flagge
Flagge: Aserbaidschan|Flagge
Flagge: Bosnien und Herzegowina|Flagge
Flagge: Barbados|Flagge
Flagge: Bangladesch|Flagge
Flagge: Belgien|Flagge
Flagge: Burkina Faso|Flagge
Flagge: Bulgarien|Flagge
Flagge: Bahrain|Flagge
Flagge: Burundi|Flagge
Flagge: Benin|Flagge
Flagge: St. Barthélemy|Flagge
Flagge: Bermuda|Flagge
Flagge: Brunei Darussalam|Flagge
Flagge: Bolivien|Flagge
Flagge: Karibische Niederlande|Flagge
Flagge: Brasilien|Flagge
Flagge: Bahamas|Flagge
Flagge: Bhutan|Flagge
Flagge: Bouvetinsel|Flagge
Flagge: Botsuana|Flagge
Flagge: Belarus|Flagge
Flagge: Belize|Flagge
Flagge: Kanada|Flagge
Flagge: Kokosinseln|Flagge
Flagge: Kongo-Kinshasa|Flagge
Flagge: Zentralafrikanische Republik|Flagge
Flagge: Kongo-Brazzaville|Flagge
Flagge: Schweiz|Flagge
Flagge: Côte d’Ivoire|Flagge
Flagge: Cookinseln|Flagge
Flagge: Chile|Flagge
Flagge: Kamerun|Flagge
Flagge: China|Flagge
Flagge: Kolumbien|Flagge
Flagge: Clipperton-Insel|Flagge
Flagge: Costa Rica|Flagge
Flagge: Kuba|Flagge
Flagge: Cabo Verde|Flagge
Flagge: Curaçao|Flagge
Flagge: Weihnachtsinsel|Flagge
Flagge: Zypern|Flagge
Flagge: Tschechien|Flagge
Flagge: Deutschland|Flagge
Flagge: Diego Garcia|Flagge
Flagge: Dschibuti|Flagge
Flagge: Dänemark|Flagge
Flagge: Dominica|Flagge
Flagge: Dominikanische Republik|Flagge
Flagge: Algerien|Flagge
Flagge: Ceuta und Melilla|Flagge
Flagge: Ecuador|Flagge
Flagge: Estland|Flagge
Flagge: Ägypten|Flagge
Flagge: Westsahara|Flagge
Flagge: Eritrea|Flagge
Flagge: Spanien|Flagge
Flagge: Äthiopien|Flagge
Flagge: Europäische Union|Flagge
Flagge: Finnland|Flagge
Flagge: Fidschi|Flagge
Flagge: Falklandinseln|Flagge
Flagge: Mikronesien|Flagge
Flagge: Färöer|Flagge
Flagge: Frankreich|Flagge
Flagge: Gabun|Flagge
Flagge: Vereinigtes Königreich|Flagge
Flagge: Grenada|Flagge
Flagge: Georgien|Flagge
Flagge: Französisch-Guayana|Flagge
Flagge: Guernsey|Flagge
Flagge: Ghana|Flagge
Flagge: Gibraltar|Flagge
Flagge: Grönland|Flagge
Flagge: Gambia|Flagge
Flagge: Guinea|Flagge
Flagge: Guadeloupe|Flagge
Flagge: Äquatorialguinea|Flagge
Flagge: Griechenland|Flagge
Flagge: Südgeorgien und die Südlichen Sandwichinseln|Flagge
Flagge: Guatemala|Flagge
Flagge: Guam|Flagge
Flagge: Guinea-Bissau|Flagge
Flagge: Guyana|Flagge
Flagge: Sonderverwaltungsregion Hongkong|Flagge
Flagge: Heard und McDonaldinseln|Flagge
Flagge: Honduras|Flagge
Flagge: Kroatien|Flagge
Flagge: Haiti|Flagge
Flagge: Ungarn|Flagge
Flagge: Kanarische Inseln|Flagge
Flagge: Indonesien|Flagge
Flagge: Irland|Flagge
Flagge: Israel|Flagge
Flagge: Isle of Man|Flagge
Flagge: Indien|Flagge
Flagge: Britisches Territorium im Indischen Ozean|Flagge
Flagge: Irak|Flagge
Flagge: Iran|Flagge
Flagge: Island|Flagge
Flagge: Italien|Flagge
Flagge: Jersey|Flagge
Flagge: Jamaika|Flagge
Flagge: Jordanien|Flagge
Flagge: Japan|Flagge
Flagge: Kenia|Flagge
Flagge: Kirgisistan|Flagge
Flagge: Kambodscha|Flagge
Flagge: Kiribati|Flagge
Flagge: Komoren|Flagge
Flagge: St. Kitts und Nevis|Flagge
Flagge: Nordkorea|Flagge
Flagge: Südkorea|Flagge
Flagge: Kuwait|Flagge
Flagge: Kaimaninseln|Flagge
Flagge: Kasachstan|Flagge
Flagge: Laos|Flagge
Flagge: Libanon|Flagge
Flagge: St. Lucia|Flagge
Flagge: Liechtenstein|Flagge
Flagge: Sri Lanka|Flagge
Flagge: Liberia|Flagge
Flagge: Lesotho|Flagge
Flagge: Litauen|Flagge
Flagge: Luxemburg|Flagge
Flagge: Lettland|Flagge
Flagge: Libyen|Flagge
Flagge: Marokko|Flagge
Flagge: Monaco|Flagge
Flagge: Republik Moldau|Flagge
Flagge: Montenegro|Flagge
Flagge: St. Martin|Flagge
Flagge: Madagaskar|Flagge
Flagge: Marshallinseln|Flagge
Flagge: Nordmazedonien|Flagge
Flagge: Mali|Flagge
Flagge: Myanmar|Flagge
Flagge: Mongolei|Flagge
Flagge: Sonderverwaltungsregion Macau|Flagge
Flagge: Nördliche Marianen|Flagge
Flagge: Martinique|Flagge
Flagge: Mauretanien|Flagge
Flagge: Montserrat|Flagge
Flagge: Malta|Flagge
Flagge: Mauritius|Flagge
Flagge: Malediven|Flagge
Flagge: Malawi|Flagge
Flagge: Mexiko|Flagge
Flagge: Malaysia|Flagge
Flagge: Mosambik|Flagge
Flagge: Namibia|Flagge
Flagge: Neukaledonien|Flagge
Flagge: Niger|Flagge
Flagge: Norfolkinsel|Flagge
Flagge: Nigeria|Flagge
Flagge: Nicaragua|Flagge
Flagge: Niederlande|Flagge
Flagge: Norwegen|Flagge
Flagge: Nepal|Flagge
Flagge: Nauru|Flagge
Flagge: Niue|Flagge
Flagge: Neuseeland|Flagge
Flagge: Oman|Flagge
Flagge: Panama|Flagge
Flagge: Peru|Flagge
Flagge: Französisch-Polynesien|Flagge
Flagge: Papua-Neuguinea|Flagge
Flagge: Philippinen|Flagge
Flagge: Pakistan|Flagge
Flagge: Polen|Flagge
Flagge: St. Pierre und Miquelon|Flagge
Flagge: Pitcairninseln|Flagge
Flagge: Puerto Rico|Flagge
Flagge: Palästinensische Autonomiegebiete|Flagge
Flagge: Portugal|Flagge
Flagge: Palau|Flagge
Flagge: Paraguay|Flagge
Flagge: Katar|Flagge
Flagge: Réunion|Flagge
Flagge: Rumänien|Flagge
Flagge: Serbien|Flagge
Flagge: Russland|Flagge
Flagge: Ruanda|Flagge
Flagge: Saudi-Arabien|Flagge
Flagge: Salomonen|Flagge
Flagge: Seychellen|Flagge
Flagge: Sudan|Flagge
Flagge: Schweden|Flagge
Flagge: Singapur|Flagge
Flagge: St. Helena|Flagge
Flagge: Slowenien|Flagge
Flagge: Spitzbergen und Jan Mayen|Flagge
Flagge: Slowakei|Flagge
Flagge: Sierra Leone|Flagge
Flagge: San Marino|Flagge
Flagge: Senegal|Flagge
Flagge: Somalia|Flagge
Flagge: Suriname|Flagge
Flagge: Südsudan|Flagge
Flagge: São Tomé und Príncipe|Flagge
Flagge: El Salvador|Flagge
Flagge: Sint Maarten|Flagge
Flagge: Syrien|Flagge
Flagge: Eswatini|Flagge
Flagge: Tristan da Cunha|Flagge
Flagge: Turks- und Caicosinseln|Flagge
Flagge: Tschad|Flagge
Flagge: Französische Süd- und Antarktisgebiete|Flagge
Flagge: Togo|Flagge
Flagge: Thailand|Flagge
Flagge: Tadschikistan|Flagge
Flagge: Tokelau|Flagge
Flagge: Timor-Leste|Flagge
Flagge: Turkmenistan|Flagge
Flagge: Tunesien|Flagge
Flagge: Tonga|Flagge
Flagge: Türkei|Flagge
Flagge: Trinidad und Tobago|Flagge
Flagge: Tuvalu|Flagge
Flagge: Taiwan|Flagge
Flagge: Tansania|Flagge
Flagge: Ukraine|Flagge
Flagge: Uganda|Flagge
Flagge: Amerikanische Überseeinseln|Flagge
Flagge: Vereinte Nationen|Flagge
Flagge: Vereinigte Staaten|Flagge
Flagge: Uruguay|Flagge
Flagge: Usbekistan|Flagge
Flagge: Vatikanstadt|Flagge
Flagge: St. Vincent und die Grenadinen|Flagge
Flagge: Venezuela|Flagge
Flagge: Britische Jungferninseln|Flagge
Flagge: Amerikanische Jungferninseln|Flagge
Flagge: Vietnam|Flagge
Flagge: Vanuatu|Flagge
Flagge: Wallis und Futuna|Flagge
Flagge: Samoa|Flagge
Flagge: Kosovo|Flagge
Flagge: Jemen|Flagge
Flagge: Mayotte|Flagge
Flagge: Südafrika|Flagge
Flagge: Sambia|Flagge
Flagge: Simbabwe|Flagge
Flagge: England|Flagge
Flagge: Schottland|Flagge
Flagge: Wales|Flagge`;
