"""Values that are an order by what they say: answer scales in eight languages, ranges of numbers, waves, quarters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import product

import numpy as np

from catviz.table.codebook import is_no_answer

#: Levels that a scale has at least, and that it has if a value off the scale, whatever it says, is only asked about.
FEWEST, FEWEST_BESIDE = 3, 4
#: Values that may be a scale; more are none.
_MOST = 60

#: Text scales known as orders, low to high; ``|`` parts names of one level, ``[e]`` is an ending that may be lacking,
#: ``[o/a]`` is one of several. Weeks begin on Monday. Case, accents, blanks, apostrophes, "/" and "-" do not matter.
SCALES = {
    "agreement": "strongly disagree|completely disagree|totally disagree|fully disagree|disagree strongly"
    "|disagree completely|disagree totally|definitely disagree < disagree|mostly disagree|generally disagree"
    " < somewhat disagree|slightly disagree|rather disagree|tend to disagree|partly disagree|disagree somewhat"
    "|disagree slightly|disagree a little|moderately disagree < neutral|neither|neither agree nor disagree"
    "|neither disagree nor agree|undecided|unsure|neither nor|no opinion < somewhat agree|slightly agree|rather agree"
    "|tend to agree|partly agree|agree somewhat|agree slightly|agree a little|moderately agree < agree|mostly agree"
    "|generally agree < strongly agree|completely agree|totally agree|fully agree|agree strongly|agree completely"
    "|agree totally|definitely agree",
    "frequency": "never|not at all < almost never|very rarely|hardly ever|very seldom < rarely|seldom < occasionally"
    "|once in a while|now and then < sometimes|about half the time < often|frequently < usually|most of the time"
    "|mostly < very often|very frequently|almost always|nearly always < always|all the time|every time",
    "how often": "never < less often|less frequently|less than once a year|rarely|hardly ever < yearly|annually"
    "|once a year|every year < a few times a year|several times a year|twice a year|quarterly|every few months"
    "|less than monthly|less than once a month < monthly|once a month|every month|about once a month"
    " < a few times a month|several times a month|2 3 times a month|twice a month|biweekly|fortnightly|every two weeks"
    "|less than weekly|less than once a week < weekly|once a week|every week|at least once a week < a few times a week"
    "|several times a week|2 3 times a week|twice a week|most days|almost daily|almost every day|nearly every day"
    " < daily|every day|once a day < several times a day|multiple times a day|more than once a day|many times a day"
    " < hourly|constantly|almost constantly",
    "quality": "terrible|awful|horrible|extremely bad|extremely poor < very poor|very bad < poor|bad|below average"
    " < fairly bad|rather bad|rather poor|fairly poor < fair|average|acceptable|ok|okay|neutral|so so|medium|mediocre"
    "|neither good nor poor|neither good nor bad|neither poor nor good|neither bad nor good|neither < fairly good"
    "|rather good|above average < good < very good < excellent|outstanding|extremely good|exceptional",
    "grades": "fail|failed|insufficient|inadequate < pass|passed|sufficient|adequate|satisfactory < merit|good"
    " < very good < distinction|excellent",
    "requirements": "does not meet expectations|below expectations|unsatisfactory|unacceptable < needs improvement"
    "|partially meets expectations|partly meets expectations < meets expectations|satisfactory < exceeds expectations"
    "|above expectations < far exceeds expectations|greatly exceeds expectations|outstanding",
    "satisfaction": "extremely dissatisfied|completely dissatisfied|totally dissatisfied < very dissatisfied"
    "|very unsatisfied|not at all satisfied < dissatisfied|unsatisfied|not satisfied|not very satisfied"
    " < fairly dissatisfied|rather dissatisfied|mostly dissatisfied < somewhat dissatisfied|slightly dissatisfied"
    "|somewhat unsatisfied|a little dissatisfied < neutral|neither|neither satisfied nor dissatisfied"
    "|neither dissatisfied nor satisfied|neither nor|mixed < somewhat satisfied|slightly satisfied|a little satisfied"
    " < fairly satisfied|rather satisfied|mostly satisfied|moderately satisfied < satisfied < very satisfied"
    " < extremely satisfied|completely satisfied|totally satisfied",
    "likelihood": "extremely unlikely|definitely not|not at all likely < very unlikely|highly unlikely < unlikely"
    "|probably not|not likely < fairly unlikely|rather unlikely < somewhat unlikely < neutral|neither"
    "|neither likely nor unlikely|neither unlikely nor likely|maybe|possibly|might or might not|perhaps"
    " < somewhat likely < fairly likely|rather likely < likely|probably|probably yes < very likely|highly likely"
    " < extremely likely|definitely|definitely yes|certain",
    "importance": "not at all important|not important at all|unimportant|very unimportant < not very important"
    "|not important|not so important|of little importance < slightly important|a little important|somewhat unimportant"
    " < neutral|neither|neither important nor unimportant < somewhat important|moderately important < fairly important"
    "|quite important|rather important < important < very important < extremely important|essential|critical",
    "degree of yes": "no|no, never|no, not at all < yes, sometimes|yes, to some extent|yes, somewhat|yes, a little"
    "|yes, partly < yes, always|yes, definitely|yes, completely",
    "extent": "not at all|not at all true|none < hardly|very little|barely < slightly|a little|a little bit|a bit"
    "|to a small extent|a little true < somewhat|moderately|some|to some extent|partly|a moderate amount|somewhat true"
    " < quite|fairly|rather|quite a lot < very|quite a bit|mostly|a lot|a great deal|to a large extent|much|very true"
    "|a lot true < extremely|very much|completely|totally|entirely|fully|to a very large extent|enormously",
    "amount": "nothing|none < very little|very few < few|little|too little|a few < some|enough|about right|medium"
    " < many|much|a lot|too much|too many < very many|very much|most < all|everything",
    "change": "much worse|a lot worse|decreased a lot|much less|much lower|strongly decreased|greatly decreased"
    " < worse|decreased|less|lower|declined|fewer < somewhat worse|slightly worse|a little worse|somewhat less"
    "|slightly less|a little less|somewhat lower|slightly lower|slightly decreased|decreased slightly < about the same"
    "|the same|same|no change|unchanged|stayed the same < somewhat better|slightly better"
    "|a little better|somewhat more|slightly more|a little more|somewhat higher|slightly higher|slightly increased"
    "|increased slightly < better|increased|more|higher|improved < much better|a lot better|increased a lot|much more"
    "|much higher|strongly increased|greatly increased",
    "difficulty": "very easy|extremely easy < easy < somewhat easy|fairly easy|rather easy < neutral|neither"
    "|neither easy nor difficult|neither difficult nor easy|moderate|medium|average|intermediate < somewhat difficult"
    "|fairly difficult|rather difficult < difficult|hard < very difficult|very hard|extremely difficult",
    "experience": "none|no experience|complete beginner < novice|newbie < beginner|basic|elementary < intermediate"
    "|competent < advanced|proficient|experienced < expert|fluent|native",
    "level": "none|no < very low|vlow|extremely low < low < rather low|below average < medium|med|mid|moderate|average"
    "|normal|middle|neutral < rather high|above average < high < very high|vhigh|extremely high",
    "priority": "trivial|lowest < minor|low < normal|medium < major|high|important < critical|urgent|highest < blocker",
    "size": "very small|tiny|micro|mini < small < medium|med|mid|middle < large|big < very large|extra large|huge",
    "clothing size": "xxs|2xs < xs < s < m < l < xl < xxl|2xl < xxxl|3xl",
    "severity": "none|no|absent < minimal|very mild|trace < mild|slight < moderate|medium < severe|serious|marked"
    " < very severe|extreme|critical|profound",
    "recommendation": "detractor[s] < passive[s]|neutral[s] < promoter[s]",
    "social class": "lower class|lower|working class < lower middle class|lower middle < middle class|middle"
    " < upper middle class|upper middle < upper class|upper",
    "education": "no schooling|no education|none|no formal education|no degree < kindergarten|preschool|nursery"
    "|pre primary < some primary|some primary school|incomplete primary < primary|primary school|primary education"
    "|elementary|elementary school|grade school|less than high school|less than high school diploma|completed primary"
    "|below secondary < middle school|lower secondary|lower secondary school|lower secondary education|junior high"
    "|junior high school|some high school|incomplete secondary|some secondary < high school|high school graduate"
    "|high school diploma|high school degree|secondary|secondary school|secondary education|upper secondary"
    "|upper secondary school|upper secondary education|ged|high school or equivalent|high school diploma or equivalent"
    "|high school ged|a levels < vocational|vocational school|vocational training|trade school|technical school"
    "|post secondary|apprenticeship|postsecondary|post secondary non tertiary < some college|some college no degree"
    "|some university|some college but no degree < associate|associates|associate degree|associates degree"
    "|associate's degree|2 year degree|short cycle tertiary < bachelor|bachelors|bachelor[s] degree|bachelors"
    "|undergraduate|undergraduate degree|college|college degree|college graduate|university|university degree|tertiary"
    "|tertiary education|higher education|4 year degree|ba|bsc < some graduate school < master|masters"
    "|master[s] degree|graduate|graduate degree|postgraduate|postgraduate degree|graduate school|post graduate|ma|msc"
    " < professional degree|professional < doctorate|doctoral degree|doctoral|phd|ph d|doctor|doctorate degree"
    "|phd or higher",
    "month": "january|jan < february|feb < march|mar < april|apr < may < june|jun < july|jul < august|aug < september"
    "|sep|sept < october|oct < november|nov < december|dec",
    "weekday": "monday|mon < tuesday|tue|tues < wednesday|wed < thursday|thu|thur|thurs < friday|fri < saturday|sat"
    " < sunday|sun",
    "agreement, in German": "stimme überhaupt nicht zu|stimme gar nicht zu|trifft überhaupt nicht zu"
    "|trifft gar nicht zu|stimme ganz und gar nicht zu|lehne stark ab|lehne voll und ganz ab|lehne völlig ab"
    "|stimme absolut nicht zu|lehne vollkommen ab|trifft absolut nicht zu < stimme nicht zu|trifft nicht zu|lehne ab"
    " < stimme eher nicht zu|trifft eher nicht zu|lehne eher ab|stimme weniger zu|trifft weniger zu|trifft kaum zu"
    "|stimme wenig zu|trifft wenig zu < teils/teils|neutral|weder noch|unentschieden|weder zustimmung noch ablehnung"
    "|stimme teilweise zu|trifft teilweise zu|teilweise|stimme weder zu noch lehne ab|stimme teils zu|trifft teils zu"
    "|mittel < stimme eher zu|trifft eher zu|stimme etwas zu|trifft ziemlich zu|stimme ziemlich zu < stimme zu"
    "|trifft zu < stimme voll zu|stimme voll und ganz zu|stimme völlig zu|trifft voll zu|stimme stark zu"
    "|trifft voll und ganz zu|trifft völlig zu|stimme vollkommen zu|stimme absolut zu|trifft genau zu|trifft sehr zu"
    "|stimme sehr zu|trifft vollkommen zu",
    "frequency, in German": "nie|niemals|gar nicht < fast nie|sehr selten|so gut wie nie < selten < gelegentlich"
    "|ab und zu|hin und wieder < manchmal < oft|häufig|öfter[s] < meistens|meist < sehr oft|sehr häufig|fast immer"
    " < immer|jedes mal",
    "how often, in German": "nie|niemals < seltener|selten|weniger als einmal im jahr|seltener als einmal im jahr"
    " < jährlich|einmal im jahr|jedes jahr < mehrmals im jahr|mehrmals jährlich|ein paar mal im jahr"
    "|seltener als einmal im monat|vierteljährlich < monatlich|einmal im monat|jeden monat|einmal pro monat"
    "|mindestens einmal im monat < mehrmals im monat|mehrmals monatlich|alle zwei wochen|mehrmals pro monat|14 tägig"
    " < wöchentlich|einmal pro woche|einmal in der woche|jede woche|mindestens einmal pro woche < mehrmals pro woche"
    "|mehrmals in der woche|mehrmals wöchentlich|mehrmals die woche|fast täglich|fast jeden tag < täglich|jeden tag"
    "|einmal am tag < mehrmals täglich|mehrmals am tag|mehrmals pro tag",
    "quality, in German": "miserabel|katastrophal < sehr schlecht < schlecht < eher schlecht < mittelmäßig|mittel"
    "|teils/teils|weder gut noch schlecht|weder noch|neutral|durchschnittlich|geht so|in ordnung|okay|ok"
    "|weder schlecht noch gut < eher gut|ziemlich gut|recht gut < gut < sehr gut < ausgezeichnet|hervorragend"
    "|exzellent",
    "grades, in German": "ungenügend < mangelhaft|nicht ausreichend|nicht genügend < ausreichend|genügend"
    " < befriedigend < gut < sehr gut|ausgezeichnet",
    "satisfaction, in German": "völlig unzufrieden|äußerst unzufrieden|ganz und gar unzufrieden < sehr unzufrieden"
    "|überhaupt nicht zufrieden|gar nicht zufrieden < unzufrieden|nicht zufrieden < eher unzufrieden|etwas unzufrieden"
    "|weniger zufrieden|ziemlich unzufrieden|wenig zufrieden < neutral|teils/teils|weder noch|mittel|mittelmäßig"
    "|weder zufrieden noch unzufrieden|weder unzufrieden noch zufrieden|unentschieden < eher zufrieden|etwas zufrieden"
    "|ziemlich zufrieden|einigermaßen zufrieden < zufrieden < sehr zufrieden < völlig zufrieden|äußerst zufrieden"
    "|ganz und gar zufrieden|voll und ganz zufrieden",
    "likelihood, in German": "äußerst unwahrscheinlich|auf keinen fall|sicher nicht|bestimmt nicht|keinesfalls"
    " < sehr unwahrscheinlich < unwahrscheinlich|wahrscheinlich nicht|nein wahrscheinlich nicht"
    " < eher unwahrscheinlich|eher nicht|eher nein < vielleicht|neutral|unentschieden|teils/teils|weder noch"
    " < eher wahrscheinlich|eher ja|eher schon < wahrscheinlich|ziemlich wahrscheinlich < sehr wahrscheinlich"
    " < äußerst wahrscheinlich|sicher|bestimmt|auf jeden fall|ganz sicher",
    "importance, in German": "überhaupt nicht wichtig|gar nicht wichtig|völlig unwichtig|sehr unwichtig < unwichtig"
    "|nicht wichtig < eher unwichtig|weniger wichtig|nicht so wichtig|wenig wichtig < neutral|teils/teils|weder noch"
    "|mittel|mäßig wichtig < eher wichtig|etwas wichtig|ziemlich wichtig < wichtig < sehr wichtig < äußerst wichtig"
    "|extrem wichtig|besonders wichtig",
    "extent, in German": "überhaupt nicht|gar nicht|nicht < kaum|ein wenig|wenig|sehr wenig|ein bisschen|eher nicht"
    "|eher wenig < etwas|mäßig|mittelmäßig|teilweise|mittel|einigermaßen|teils/teils < ziemlich|stark|eher|überwiegend"
    "|viel|eher viel|eher stark < sehr|sehr stark|sehr viel < äußerst|extrem|voll und ganz|völlig|vollständig"
    "|außerordentlich",
    "amount, in German": "keine|keiner|kein|nichts|gar nichts < sehr wenig[e] < wenig[e]|zu wenig < einige|etwas"
    "|mittel|genug|gerade richtig < viel[e]|zu viel < sehr viel[e] < alle[s]",
    "level, in German": "kein|keine < sehr niedrig|sehr gering < niedrig|gering < eher niedrig|eher gering"
    "|unterdurchschnittlich < mittel|durchschnittlich|mittelmäßig|moderat|normal|mäßig < eher hoch"
    "|überdurchschnittlich < hoch < sehr hoch",
    "size, in German": "sehr klein|winzig < klein < mittel|mittelgroß < groß < sehr groß|riesig",
    "severity, in German": "keine|kein < minimal|sehr leicht < leicht < mittel|mittelschwer|mäßig|moderat < schwer"
    "|stark < sehr schwer|sehr stark|extrem",
    "change, in German": "viel schlechter|deutlich schlechter|viel weniger|stark gesunken|deutlich weniger"
    " < schlechter|weniger|gesunken < etwas schlechter|etwas weniger|eher schlechter|leicht gesunken < gleich"
    "|unverändert|gleich geblieben|gleich gut|genauso < etwas besser|etwas mehr|eher besser|leicht gestiegen < besser"
    "|mehr|gestiegen < viel besser|deutlich besser|viel mehr|stark gestiegen|deutlich mehr",
    "difficulty, in German": "sehr leicht|sehr einfach < leicht|einfach < eher leicht|eher einfach < mittel|neutral"
    "|teils/teils|mittelmäßig|mittelschwer|weder noch < eher schwer|eher schwierig < schwer|schwierig < sehr schwer"
    "|sehr schwierig",
    "education, in German": "ohne abschluss|kein abschluss|kein schulabschluss|keinen abschluss|ohne schulabschluss"
    "|keiner|keine < grundschule|volksschule|primarschule < hauptschule|hauptschulabschluss|volks hauptschule"
    "|volks hauptschulabschluss|pflichtschule|mittelschule|berufsreife < realschule|realschulabschluss|mittlere reife"
    "|mittlerer abschluss|mittlerer schulabschluss|polytechnische oberschule|sekundarstufe i|sekundarschule"
    " < fachabitur|fachhochschulreife|fachoberschule < abitur|hochschulreife|allgemeine hochschulreife|matura"
    "|gymnasium|maturität|sekundarstufe ii < lehre|ausbildung|berufsausbildung|abgeschlossene ausbildung"
    "|abgeschlossene berufsausbildung|berufsschule|lehrabschluss|berufslehre < meister|techniker|fachschule"
    "|meister techniker|fachwirt < bachelor|fachhochschule|fachhochschulabschluss|hochschule|hochschulabschluss"
    "|studium|universität|universitätsabschluss|hochschulstudium|fh abschluss < master|diplom|magister|staatsexamen"
    "|diplom magister|master diplom < promotion|doktor|doktorat|promoviert|habilitation",
    "month, in German": "januar|jan|jänner < februar|feb < märz|mär|mrz < april|apr < mai < juni|jun < juli|jul"
    " < august|aug < september|sep|sept < oktober|okt < november|nov < dezember|dez",
    "weekday, in German": "montag|mo < dienstag|di < mittwoch|mi < donnerstag|do < freitag|fr < samstag|sonnabend|sa"
    " < sonntag|so",
    "agreement, in French": "pas du tout d'accord|tout à fait en désaccord|fortement en désaccord"
    "|totalement en désaccord|fortement pas d'accord|absolument pas d'accord|entièrement en désaccord < pas d'accord"
    "|en désaccord|plutôt en désaccord|plutôt pas d'accord|peu d'accord|pas vraiment d'accord|pas tellement d'accord"
    "|partiellement en désaccord < ni d'accord ni pas d'accord|neutre|ni d'accord ni en désaccord|sans opinion"
    "|indécis[e]|ni l'un ni l'autre|ni en accord ni en désaccord|moyennement d'accord < plutôt d'accord|assez d'accord"
    "|partiellement d'accord|un peu d'accord < d'accord|en accord|plutôt en accord < tout à fait d'accord"
    "|fortement d'accord|totalement d'accord|entièrement d'accord|complètement d'accord|très d'accord"
    "|tout à fait en accord|fortement en accord",
    "frequency, in French": "jamais < presque jamais|très rarement < rarement < occasionnellement|de temps en temps"
    " < parfois|quelquefois < souvent|fréquemment < la plupart du temps|généralement|habituellement|d'habitude"
    " < très souvent|presque toujours|très fréquemment < toujours|tout le temps",
    "how often, in French": "jamais < moins souvent|rarement < une fois par an|chaque année|annuellement"
    " < plusieurs fois par an|quelques fois par an|moins d'une fois par mois < une fois par mois|chaque mois"
    "|mensuellement|tous les mois < plusieurs fois par mois|quelques fois par mois < une fois par semaine"
    "|chaque semaine|toutes les semaines|hebdomadairement < plusieurs fois par semaine|quelques fois par semaine"
    "|presque tous les jours < tous les jours|chaque jour|quotidiennement|une fois par jour < plusieurs fois par jour",
    "quality, in French": "très mauvais[e]|très mal|exécrable|médiocre|nul[le] < mauvais[e]|mal < plutôt mauvais[e]"
    "|insuffisant[e] < moyen[ne]|passable|neutre|ni bon ni mauvais|acceptable|correct[e] < plutôt bon[ne]"
    "|assez bon[ne]|assez bien|plutôt bien < bon[ne]|bien < très bon[ne]|très bien < excellent[e]",
    "satisfaction, in French": "extrêmement insatisfait[e/s/es/]|pas du tout satisfait[e/s/es/]"
    "|totalement insatisfait[e/s/es/] < très insatisfait[e/s/es/]|très mécontent[e/s/es/] < insatisfait[e/s/es/]"
    "|pas satisfait[e/s/es/]|mécontent[e/s/es/] < plutôt insatisfait[e/s/es/]|peu satisfait[e/s/es/]"
    "|plutôt pas satisfait[e/s/es/]|assez insatisfait[e/s/es/]|pas vraiment satisfait[e/s/es/] < neutre"
    "|ni satisfait[e/s/es/] ni insatisfait[e/s/es/]|ni l'un ni l'autre|moyennement satisfait[e/s/es/]|indifférent[e]"
    " < plutôt satisfait[e/s/es/]|assez satisfait[e/s/es/] < satisfait[e/s/es/]|content[e/s/es/]"
    " < très satisfait[e/s/es/]|très content[e/s/es/]|tout à fait satisfait[e/s/es/] < extrêmement satisfait[e/s/es/]"
    "|entièrement satisfait[e/s/es/]|totalement satisfait[e/s/es/]",
    "extent, in French": "pas du tout|aucunement < très peu|à peine < un peu|peu|faiblement|plutôt non < moyennement"
    "|modérément < assez|plutôt|plutôt oui < beaucoup|fortement < énormément|extrêmement|tout à fait|totalement"
    "|complètement|entièrement",
    "importance, in French": "pas du tout important[e]|sans importance|aucune importance < pas important[e]"
    "|peu important[e]|pas très important[e] < neutre|moyennement important[e] < assez important[e]"
    "|plutôt important[e] < important[e] < très important[e] < extrêmement important[e]|essentiel[le]",
    "level, in French": "aucun[e]|nul[le] < très faible|très bas[se] < faible|bas[se] < moyen[ne]|modéré[e]|normal[e]"
    " < élevé[e]|haut[e]|fort[e] < très élevé[e]|très haut[e]|très fort[e]",
    "education, in French": "sans diplôme|aucun diplôme|aucun|aucune scolarité|sans instruction < école primaire"
    "|primaire|enseignement primaire|certificat d'études|cep < collège|brevet|brevet des collèges|bepc"
    "|secondaire inférieur|premier cycle < cap|bep|cap bep|cap ou bep < baccalauréat|bac|lycée|secondaire"
    "|secondaire supérieur|enseignement secondaire|niveau bac < bac 2|bac+2|bts|dut|bts dut|deug < licence|bac 3|bac+3"
    "|licence bac+3|bachelier|bachelor|supérieur|enseignement supérieur|université < bac 4|bac+4|maîtrise < master"
    "|bac 5|bac+5|bac+5 et plus|master bac+5|diplôme d'ingénieur < doctorat|bac 8|bac+8",
    "agreement, in Spanish": "totalmente en desacuerdo|muy en desacuerdo|completamente en desacuerdo|nada de acuerdo"
    "|fuertemente en desacuerdo|absolutamente en desacuerdo < en desacuerdo|bastante en desacuerdo|poco de acuerdo"
    "|más bien en desacuerdo|algo en desacuerdo|parcialmente en desacuerdo < ni de acuerdo ni en desacuerdo|neutral"
    "|neutro|indiferente|indeciso|ni en acuerdo ni en desacuerdo|ni en desacuerdo ni de acuerdo < algo de acuerdo"
    "|más bien de acuerdo|parcialmente de acuerdo < de acuerdo|bastante de acuerdo < totalmente de acuerdo"
    "|muy de acuerdo|completamente de acuerdo|fuertemente de acuerdo|absolutamente de acuerdo",
    "frequency, in Spanish": "nunca|jamás < casi nunca|muy rara vez|muy raramente < rara vez|raramente"
    "|rara[s] ve[z/ces] < ocasionalmente|de vez en cuando < a veces|algunas veces < a menudo|frecuentemente"
    "|con frecuencia|bastantes veces|muchas veces < generalmente|normalmente|la mayoría de las veces|habitualmente"
    " < casi siempre|muy a menudo|muy frecuentemente < siempre",
    "how often, in Spanish": "nunca < con menos frecuencia|menos a menudo|rara vez|menos frecuentemente"
    " < una vez al año|anualmente|cada año < varias veces al año|algunas veces al año|menos de una vez al mes"
    " < una vez al mes|mensualmente|cada mes|todos los meses < varias veces al mes|algunas veces al mes"
    " < una vez a la semana|una vez por semana|semanalmente|cada semana|todas las semanas < varias veces a la semana"
    "|varias veces por semana|casi todos los días < todos los días|diariamente|a diario|cada día|una vez al día"
    " < varias veces al día",
    "quality, in Spanish": "pésim[o/a]|terrible < muy mal[o/a/] < mal[o/a/] < regular|aceptable|normal|neutral|neutro"
    "|ni buen[o/a] ni mal[o/a]|medi[o/a] < bastante buen[o/a]|bastante bien < buen[o/a]|bien < muy buen[o/a]|muy bien"
    " < excelente",
    "satisfaction, in Spanish": "nada satisfech[o/a/os/as]|totalmente insatisfech[o/a/os/as]"
    "|extremadamente insatisfech[o/a/os/as] < muy insatisfech[o/a/os/as] < insatisfech[o/a/os/as]"
    "|bastante insatisfech[o/a/os/as]|no satisfech[o/a/os/as] < poco satisfech[o/a/os/as]|algo insatisfech[o/a/os/as]"
    " < neutral|neutro|indiferente|ni satisfech[o/a/os/as] ni insatisfech[o/a/os/as] < algo satisfech[o/a/os/as]"
    " < satisfech[o/a/os/as]|bastante satisfech[o/a/os/as] < muy satisfech[o/a/os/as]"
    " < totalmente satisfech[o/a/os/as]|completamente satisfech[o/a/os/as]|extremadamente satisfech[o/a/os/as]",
    "extent, in Spanish": "nada|en absoluto|nada en absoluto < muy poco|casi nada < poco|un poco < algo|moderadamente"
    "|regular < bastante < mucho < muchísimo|totalmente|extremadamente|completamente",
    "level, in Spanish": "ningun[o/a]|nul[o/a] < muy baj[o/a] < baj[o/a] < medi[o/a]|moderad[o/a]|normal < alt[o/a]"
    " < muy alt[o/a]",
    "education, in Spanish": "sin estudios|ninguno|ninguna|sin educación|sin escolaridad|analfabet[o/a]"
    " < primaria incompleta < primaria|educación primaria|estudios primarios|primarios|primaria completa"
    "|enseñanza primaria < secundaria incompleta < secundaria|eso|educación secundaria|estudios secundarios"
    "|secundarios|secundaria completa|secundaria obligatoria < bachillerato|preparatoria|bachiller|media superior"
    "|educación media < formación profesional|fp|técnico|técnica|estudios técnicos < diplomatura"
    "|universitaria incompleta < licenciatura|grado|universitari[o/a/os]|universidad|estudios universitarios|superior"
    "|superiores|estudios superiores|universitaria completa|educación superior|grado universitario < máster|maestría"
    "|posgrado|postgrado < doctorado",
    "agreement, in Italian": "per niente d'accordo|fortemente in disaccordo|totalmente in disaccordo"
    "|completamente in disaccordo|del tutto in disaccordo|molto in disaccordo|assolutamente in disaccordo"
    " < in disaccordo|non d'accordo|poco d'accordo|abbastanza in disaccordo|piuttosto in disaccordo"
    "|parzialmente in disaccordo < né d'accordo né in disaccordo|neutrale|neutro|indifferente|indeciso|incerto"
    " < abbastanza d'accordo|piuttosto d'accordo|parzialmente d'accordo < d'accordo < molto d'accordo"
    "|fortemente d'accordo|totalmente d'accordo|completamente d'accordo|del tutto d'accordo|pienamente d'accordo"
    "|assolutamente d'accordo",
    "frequency, in Italian": "mai < quasi mai|molto raramente < raramente|di rado < occasionalmente|ogni tanto"
    " < a volte|qualche volta|talvolta < spesso|frequentemente < di solito|generalmente|per lo più < molto spesso"
    "|quasi sempre < sempre",
    "how often, in Italian": "mai < meno spesso|raramente|più raramente < una volta all'anno|annualmente|ogni anno"
    " < alcune volte all'anno|qualche volta all'anno|più volte all'anno|meno di una volta al mese < una volta al mese"
    "|mensilmente|ogni mese < più volte al mese|alcune volte al mese|qualche volta al mese < una volta alla settimana"
    "|settimanalmente|ogni settimana < più volte alla settimana|alcune volte alla settimana"
    "|qualche volta alla settimana|quasi tutti i giorni|quasi ogni giorno < ogni giorno|tutti i giorni|quotidianamente"
    "|giornalmente|una volta al giorno < più volte al giorno",
    "quality, in Italian": "pessim[o/a]|molto scarso < molto cattiv[o/a]|molto male < cattiv[o/a]|scars[o/a]|male"
    "|insufficiente < mediocre < sufficiente|discret[o/a]|accettabile|medi[o/a]|neutro|né buono né cattivo|così così"
    " < abbastanza buon[o/a] < buon[o/a]|bene < molto buon[o/a]|molto bene|distinto < ottim[o/a]|eccellente",
    "satisfaction, in Italian": "per niente soddisfatt[o/a/i/e]|del tutto insoddisfatt[o/a/i/e]"
    "|estremamente insoddisfatt[o/a/i/e]|completamente insoddisfatt[o/a/i/e] < molto insoddisfatt[o/a/i/e]"
    " < insoddisfatt[o/a/i/e]|non soddisfatt[o/a/i/e] < poco soddisfatt[o/a/i/e]|abbastanza insoddisfatt[o/a/i/e]"
    "|piuttosto insoddisfatt[o/a/i/e] < neutro|neutrale|indifferente|né soddisfatt[o/a/i/e] né insoddisfatt[o/a/i/e]"
    " < abbastanza soddisfatt[o/a/i/e]|piuttosto soddisfatt[o/a/i/e] < soddisfatt[o/a/i/e] < molto soddisfatt[o/a/i/e]"
    " < del tutto soddisfatt[o/a/i/e]|estremamente soddisfatt[o/a/i/e]|completamente soddisfatt[o/a/i/e]",
    "extent, in Italian": "per niente|per nulla|affatto < pochissimo|molto poco < poco|un po' < moderatamente"
    "|così così|mediamente < abbastanza < molto < moltissimo|estremamente|completamente|del tutto",
    "level, in Italian": "nessun[o/a]|null[o/a] < molto bass[o/a] < bass[o/a] < medi[o/a]|moderat[o/a]|normale"
    " < alt[o/a] < molto alt[o/a]",
    "education, in Italian": "nessun titolo|nessuno|nessuna istruzione|senza titolo|analfabeta < elementare"
    "|scuola elementare|licenza elementare|scuola primaria|primaria < media|scuola media|licenza media|medie"
    "|scuola secondaria di primo grado|media inferiore < qualifica professionale|istituto professionale < diploma"
    "|superiori|scuola superiore|liceo|diploma di maturità|maturità|media superiore|scuola secondaria di secondo grado"
    "|diploma superiore < laurea|laurea triennale|laurea breve|università|universitaria < laurea magistrale"
    "|laurea specialistica|master < dottorato|dottorato di ricerca",
    "agreement, in Dutch": "helemaal mee oneens|zeer mee oneens|helemaal oneens|zeer oneens|sterk mee oneens"
    "|volledig oneens|volledig mee oneens|sterk oneens|helemaal niet mee eens|geheel mee oneens|geheel oneens"
    " < mee oneens|oneens|niet mee eens < enigszins mee oneens|een beetje mee oneens|eerder oneens|beetje oneens"
    "|enigszins oneens < niet mee eens niet mee oneens|neutraal|noch eens noch oneens|niet eens niet oneens"
    "|niet eens en niet oneens|noch mee eens noch mee oneens|geen mening < enigszins mee eens|een beetje mee eens"
    "|eerder eens|beetje eens|enigszins eens < mee eens|eens < helemaal mee eens|zeer mee eens|helemaal eens|zeer eens"
    "|sterk mee eens|volledig eens|volledig mee eens|sterk eens|geheel mee eens|geheel eens",
    "frequency, in Dutch": "nooit < bijna nooit|zeer zelden|heel zelden < zelden < af en toe|nu en dan < soms < vaak"
    "|regelmatig|dikwijls < meestal|gewoonlijk < zeer vaak|heel vaak|bijna altijd|erg vaak < altijd",
    "how often, in Dutch": "nooit < minder vaak|zelden < jaarlijks|een keer per jaar|1 keer per jaar|elk jaar"
    " < enkele keren per jaar|een paar keer per jaar|meerdere keren per jaar|minder dan een keer per maand"
    " < maandelijks|een keer per maand|1 keer per maand|elke maand < enkele keren per maand|een paar keer per maand"
    "|meerdere keren per maand < wekelijks|een keer per week|1 keer per week|elke week < enkele keren per week"
    "|een paar keer per week|meerdere keren per week|bijna dagelijks|bijna elke dag < dagelijks|elke dag|iedere dag"
    "|een keer per dag < meerdere keren per dag|enkele keren per dag",
    "quality, in Dutch": "zeer slecht|heel slecht|erg slecht < slecht|onvoldoende < matig|redelijk slecht < voldoende"
    "|redelijk|gemiddeld|neutraal|niet goed niet slecht < vrij goed|tamelijk goed|ruim voldoende < goed < zeer goed"
    "|heel goed|erg goed < uitstekend|uitmuntend",
    "satisfaction, in Dutch": "helemaal niet tevreden|volledig ontevreden|uiterst ontevreden|helemaal ontevreden"
    " < zeer ontevreden|heel ontevreden|erg ontevreden < ontevreden|niet tevreden < enigszins ontevreden"
    "|een beetje ontevreden|eerder ontevreden|tamelijk ontevreden|niet zo tevreden < neutraal"
    "|niet tevreden niet ontevreden|noch tevreden noch ontevreden|niet tevreden en niet ontevreden"
    " < enigszins tevreden|een beetje tevreden|eerder tevreden|tamelijk tevreden|redelijk tevreden < tevreden"
    " < zeer tevreden|heel tevreden|erg tevreden < uiterst tevreden|volledig tevreden|buitengewoon tevreden"
    "|helemaal tevreden",
    "extent, in Dutch": "helemaal niet|niet < nauwelijks|heel weinig < een beetje|weinig|beetje < enigszins|matig"
    "|redelijk < tamelijk|nogal|vrij < veel|erg|sterk < heel veel|heel erg|zeer|zeer veel|helemaal|volledig|extreem",
    "level, in Dutch": "geen < zeer laag|heel laag < laag < gemiddeld|middel|midden|matig|normaal < hoog < zeer hoog"
    "|heel hoog",
    "education, in Dutch": "geen|geen opleiding|geen diploma|geen onderwijs < basisonderwijs|lagere school|basisschool"
    "|lager onderwijs < vmbo|mavo|lbo|vbo|lager secundair|lager secundair onderwijs|vmbo mavo < middelbare school"
    "|secundair|secundair onderwijs|havo|hoger secundair|middelbaar|hoger secundair onderwijs|middelbaar onderwijs"
    " < vwo|gymnasium|atheneum|havo vwo < mbo|beroepsonderwijs|middelbaar beroepsonderwijs < hbo|hogeschool|bachelor"
    "|hoger beroepsonderwijs|hoger onderwijs < wo|universiteit|master|universitair|wetenschappelijk onderwijs"
    " < doctoraat|gepromoveerd|phd|promotie|doctor",
    "agreement, in Portuguese": "discordo totalmente|discordo completamente|discordo fortemente|discordo plenamente"
    "|discordo muito|totalmente em desacordo|concordo nada < discordo|em desacordo < discordo parcialmente"
    "|discordo em parte|discordo um pouco|mais discordo do que concordo < não concordo nem discordo|neutro"
    "|nem concordo nem discordo|indiferente|indeciso|sem opinião|nem discordo nem concordo < concordo parcialmente"
    "|concordo em parte|concordo um pouco|mais concordo do que discordo < concordo|de acordo < concordo totalmente"
    "|concordo completamente|concordo fortemente|concordo plenamente|concordo muito|totalmente de acordo",
    "frequency, in Portuguese": "nunca|jamais < quase nunca|muito raramente < raramente|poucas vezes < ocasionalmente"
    "|de vez em quando < às vezes|algumas vezes|por vezes < frequentemente|muitas vezes|com frequência < geralmente"
    "|normalmente|na maioria das vezes|habitualmente < quase sempre|muito frequentemente < sempre",
    "how often, in Portuguese": "nunca < menos frequentemente|raramente|com menos frequência < uma vez por ano"
    "|anualmente|todos os anos < algumas vezes por ano|várias vezes por ano|menos de uma vez por mês < uma vez por mês"
    "|mensalmente|todos os meses < algumas vezes por mês|várias vezes por mês < uma vez por semana|semanalmente"
    "|todas as semanas|toda semana < algumas vezes por semana|várias vezes por semana|quase todos os dias"
    " < todos os dias|diariamente|todo dia|uma vez por dia < várias vezes por dia",
    "quality, in Portuguese": "péssim[o/a]|terrível < muito ruim|muito má|muito mau < ruim|má|mau|mal < regular"
    "|razoável|médi[o/a]|aceitável|neutro|suficiente < bom|boa|bem < muito bom|muito boa|muito bem < excelente"
    "|ótim[o/a]",
    "satisfaction, in Portuguese": "nada satisfeit[o/a/os/as]|totalmente insatisfeit[o/a/os/as]"
    "|extremamente insatisfeit[o/a/os/as]|completamente insatisfeit[o/a/os/as] < muito insatisfeit[o/a/os/as]"
    " < insatisfeit[o/a/os/as] < pouco satisfeit[o/a/os/as]|um pouco insatisfeit[o/a/os/as]"
    "|parcialmente insatisfeit[o/a/os/as] < neutr[o/a]|indiferente|nem satisfeit[o/a/os/as] nem insatisfeit[o/a/os/as]"
    " < um pouco satisfeit[o/a/os/as]|parcialmente satisfeit[o/a/os/as] < satisfeit[o/a/os/as]"
    "|bastante satisfeit[o/a/os/as] < muito satisfeit[o/a/os/as] < totalmente satisfeit[o/a/os/as]"
    "|extremamente satisfeit[o/a/os/as]|completamente satisfeit[o/a/os/as]",
    "extent, in Portuguese": "nada|de modo nenhum|de forma alguma|de jeito nenhum < muito pouco|quase nada < pouco"
    "|um pouco < moderadamente|mais ou menos|médio < bastante < muito < muitíssimo|extremamente|totalmente"
    "|completamente",
    "level, in Portuguese": "nenhum[a]|nul[o/a] < muito baix[o/a] < baix[o/a] < médi[o/a]|moderad[o/a]|normal"
    " < alt[o/a]|elevad[o/a] < muito alt[o/a]|muito elevad[o/a]",
    "education, in Portuguese": "sem escolaridade|nenhuma|sem instrução|analfabet[o/a]|sem estudos"
    " < fundamental incompleto|primário incompleto < ensino fundamental|fundamental|primário|ensino primário"
    "|ensino básico|básico|fundamental completo|1 ciclo|primária < médio incompleto < ensino médio|médio|secundário"
    "|ensino secundário|médio completo|12 ano|secundária < ensino técnico|técnico|curso profissional"
    " < superior incompleto < ensino superior|superior|graduação|licenciatura|superior completo|universitári[o/a]"
    "|bacharelado < especialização|pós graduação < mestrado < doutorado|doutoramento",
    "agreement, in Polish": "zdecydowanie się nie zgadzam|zdecydowanie nie zgadzam się|zdecydowanie nie"
    "|całkowicie się nie zgadzam|w ogóle się nie zgadzam < nie zgadzam się < raczej się nie zgadzam"
    "|raczej nie zgadzam się|raczej nie < ani się zgadzam ani nie zgadzam|neutralnie|nie mam zdania|trudno powiedzieć"
    "|ani tak ani nie|neutralny|ani zgadzam się ani nie zgadzam się|ani się zgadzam ani się nie zgadzam"
    " < raczej się zgadzam|raczej zgadzam się|raczej tak < zgadzam się < zdecydowanie się zgadzam"
    "|zdecydowanie zgadzam się|zdecydowanie tak|całkowicie się zgadzam",
    "frequency, in Polish": "nigdy < prawie nigdy|bardzo rzadko < rzadko < okazjonalnie|od czasu do czasu|sporadycznie"
    " < czasami|czasem|niekiedy < często < zazwyczaj|zwykle|przeważnie < bardzo często|prawie zawsze < zawsze",
    "how often, in Polish": "nigdy < rzadziej|rzadko < raz w roku|raz na rok|corocznie < kilka razy w roku"
    "|rzadziej niż raz w miesiącu < raz w miesiącu|raz na miesiąc|co miesiąc < kilka razy w miesiącu < raz w tygodniu"
    "|raz na tydzień|co tydzień < kilka razy w tygodniu|prawie codziennie < codziennie|każdego dnia|raz dziennie"
    " < kilka razy dziennie",
    "quality, in Polish": "fataln[y/a/ie/e]|okropn[y/a/ie/e] < bardzo z[ły/ła/łe/le] < z[ły/ła/łe/le]"
    "|niedostateczn[y/a/ie/e] < raczej z[ły/ła/łe/le]|mierny < przeciętn[y/a/ie/e]|średni[o/a/e/]|dostateczn[y/a/ie/e]"
    "|ani dobr[y/a/ze/e] ani z[ły/ła/łe/le]|neutralnie < raczej dobr[y/a/ze/e]|dość dobr[y/a/ze/e] < dobr[y/a/ze/e]"
    " < bardzo dobr[y/a/ze/e] < doskonał[y/a/e]|doskonale|celujący|znakomit[y/a/e]",
    "satisfaction, in Polish": "całkowicie niezadowolon[y/a]|zdecydowanie niezadowolon[y/a] < bardzo niezadowolon[y/a]"
    " < niezadowolon[y/a] < raczej niezadowolon[y/a] < neutraln[y/a/ie]|ani zadowolon[y/a] ani niezadowolon[y/a]"
    "|obojętn[y/a] < raczej zadowolon[y/a]|dość zadowolon[y/a] < zadowolon[y/a] < bardzo zadowolon[y/a]"
    " < całkowicie zadowolon[y/a]|zdecydowanie zadowolon[y/a]",
    "extent, in Polish": "wcale|w ogóle|wcale nie|w ogóle nie < bardzo mało|prawie wcale < trochę|mało|w małym stopniu"
    " < średnio|umiarkowanie|w średnim stopniu < dość|raczej|dosyć < bardzo|dużo|w dużym stopniu < bardzo dużo"
    "|całkowicie|w bardzo dużym stopniu|ogromnie",
    "level, in Polish": "brak|żaden < bardzo nisk[i/a/ie] < nisk[i/a/ie] < średni[a/e/]|umiarkowan[y/a/e]"
    "|przeciętn[y/a/e] < wysok[i/a/ie] < bardzo wysok[i/a/ie]",
    "education, in Polish": "brak|brak wykształcenia|bez wykształcenia|niepełne podstawowe < podstawowe"
    "|szkoła podstawowa < gimnazjalne|gimnazjum < zawodowe|zasadnicze zawodowe|szkoła zawodowa|zasadnicza zawodowa"
    " < średnie|liceum|szkoła średnia|technikum|średnie zawodowe|średnie ogólnokształcące < policealne|pomaturalne"
    " < licencjat|licencjackie|inżynierskie|niepełne wyższe < wyższe|magister|magisterskie|studia wyższe < doktorat"
    "|doktor|doktoranckie",
}

_MARKS = re.compile(r"[\s_/,;:.!?&\u2010-\u2015-]+")
_GENDERS = re.compile(r"\((?:ne|e|a|s|es|as|in|r|n)\)|(?<=\w)[·*:/](?:ne|e|a|as|es|in|os)\b(?:·s\b)?")
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "œ": "oe", "æ": "ae", **dict.fromkeys("'’‘`´ʼ", "")})


def key_of(text: str) -> str:
    """A text without what does not matter: case, accents, apostrophes, blanks, signs, endings in brackets.

    Examples
    --------
    >>> key_of("Tout à fait d\u2019accord "), key_of("Teils-teils"), key_of("Satisfait(e)"), key_of("Haeufig")
    ('tout a fait daccord', 'teils teils', 'satisfait', 'haufig')
    """
    text = _GENDERS.sub("", text.casefold().translate(_LETTERS))
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).translate(
            _LETTERS
        )
    text = _MARKS.sub(" ", text.replace("ae", "a").replace("oe", "o").replace("ue", "u"))
    return text.strip()


def scale_of(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """``(order, why)``: the values low to high where they are a scale, ranges or periods by what they say, or None.

    Values that say that there is no answer, such as "not applicable", come last.
    """
    if not FEWEST <= len(values) <= _MOST:
        return None
    found = _scale_of(tuple(values))
    beside = [] if found else [value for value in values if is_no_answer(value)]
    if not beside:
        return found
    found = _scale_of(tuple(value for value in values if value not in beside))
    if found is None:
        return None
    shown = ", ".join(f"“{value}”" for value in beside)
    return (*found[0], *beside), f"{found[1]}; {shown} is off it, and comes last"


def scale_but_one(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """``(order, why)`` where all values but one, put last, are a scale: for somebody to say whether it is one."""
    if not FEWEST_BESIDE < len(values) <= _MOST or scale_of(values):
        return None
    for value in values:
        found = scale_of([other for other in values if other != value])
        if found and len(found[0]) >= FEWEST_BESIDE:
            return (*found[0], value), found[1]
    return None


def numbered_order(values: Sequence[str]) -> tuple[str, ...] | None:
    """The values by the number each begins with, as "1 - north" does, whether their texts are a scale or not."""
    numbered = _numbered(values)
    return None if numbered is None else tuple(value for _, _, value in numbered)


@lru_cache(maxsize=4096)
def _scale_of(values: tuple[str, ...]) -> tuple[tuple[str, ...], str] | None:
    ways: tuple[Callable[[Sequence[str]], tuple[tuple[str, ...], str] | None], ...]
    ways = (_known_scale, _numbered_scale, _ranges, _periods)
    return next((found for way in ways if (found := way(values))), None) if len(values) >= FEWEST else None


# words


@cache
def _ranks() -> dict[str, dict[str, int]]:
    """The rank of each text of each scale."""
    ranks: dict[str, dict[str, int]] = {}
    for name, levels in SCALES.items():
        ranks[name] = {}
        for rank, level in enumerate(levels.split("<")):
            for text in level.split("|"):
                for spelt in _spellings(text.strip()):
                    ranks[name].setdefault(key_of(spelt), rank)
    return ranks


@cache
def _scales_with() -> dict[str, list[str]]:
    """The scales that have a text."""
    having: dict[str, list[str]] = {}
    for name, ranks in _ranks().items():
        for key in ranks:
            having.setdefault(key, []).append(name)
    return having


def _spellings(text: str) -> Iterable[str]:
    parts = re.split(r"\[([^\]]*)\]", text)
    choices = [[part] if i % 2 == 0 else part.split("/") if "/" in part else ["", part] for i, part in enumerate(parts)]
    return map("".join, product(*choices))


def _known_scale(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """(order, why) where every value stands on one of ``SCALES``, at least three levels of it."""
    ranked = _ranked([key_of(value) for value in values])
    if ranked is None:
        return None
    name, ranks = ranked
    placed = sorted(zip(ranks, values, strict=True))
    return tuple(value for _, value in placed), f"a known scale: {name}"


def _ranked(keys: Sequence[str]) -> tuple[str, list[int]] | None:
    """The scale on which the keys have most levels, at least three, and their ranks."""
    shared: list[str] | None = None
    for key in keys:
        having = _scales_with().get(key, [])
        shared = having if shared is None else [name for name in shared if name in having]
        if not shared:
            return None
    if not shared:
        return None
    ranks = {name: [_ranks()[name][key] for key in keys] for name in shared}
    best = max(shared, key=lambda name: len(set(ranks[name])))
    return (best, ranks[best]) if len(set(ranks[best])) >= FEWEST else None


_NUMBERED = re.compile(r"[(\[]?(-?\d{1,2})(?:[)\]]|(?![\d.,]*\d))\s*[-\u2010-\u2015:.=)]?\s*(.*)", re.ASCII | re.DOTALL)


def _numbered(values: Sequence[str]) -> list[tuple[int, str, str]] | None:
    """(number, text, value), by number, where each value begins with another whole number and some go on with text."""
    numbered = []
    for value in values:
        match = _NUMBERED.fullmatch(value.strip())
        if match is None:
            return None
        numbered.append((int(match[1]), match[2].strip(" ()[]"), value))
    numbered.sort()
    numbers = [number for number, _, _ in numbered]
    texts = [text for _, text, _ in numbered if text]
    fit = len(set(numbers)) == len(numbers) and numbers[-1] - numbers[0] <= 11 and len(set(map(key_of, texts))) > 1
    # a text that begins with a sign or a digit goes on with the number: "18-24"
    return numbered if fit and not any(re.match(r"[\d+<>=-]", text) for text in texts) else None


def _numbered_scale(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """(order, why) of "1 - disagree" to "5 - strongly agree", or of "1 (not at all)", 2, 3, "4 (very much)"."""
    numbered = _numbered(values)
    if numbered is None:
        return None
    texts = [key_of(text) for _, text, _ in numbered]
    numbers = [number for number, _, _ in numbered]
    ends = bool(texts[0] and texts[-1]) and not all(texts)
    apart = numbers == list(range(numbers[0], numbers[-1] + 1))
    if ends and apart:
        return tuple(value for _, _, value in numbered), "numbers with their meaning at the ends"
    labelled = [text for text in texts if text]
    ranked = _ranked(labelled) if len(labelled) >= FEWEST else None
    if ranked is None or ranked[1] not in (sorted(ranked[1]), sorted(ranked[1], reverse=True)):
        return None
    return tuple(value for _, _, value in numbered), f"a known scale with numbers: {ranked[0]}"


# ranges of numbers

#: Seconds of each unit of time.
_TIMES = {"sec": 1, "min": 60, "h": 3600, "day": 86400, "week": 604800, "month": 2629800, "year": 31557600}
_UNITS = {
    "sec": "s|secs?|seconds?|sek|sekunden?|secondes?|segundos?|secondi|seconden",
    "min": "minutes?|mins?|minuten?|minutos?|minuti|minuto|minut|minuty",
    "h": "hours?|hrs?|h|std|stunden?|heures?|horas?|ore|ora|uur|uren|godzin|godziny|godz",
    "day": "days?|d|tage?n?|jours?|dias?|giorni|giorno|dagen|dag|dni",
    "week": "weeks?|wks?|w|wochen?|semaines?|semanas?|settimane|settimana|weken|tygodni",
    "month": "months?|mons?|mos?|monate?n?|mois|mes(?:es)?|mesi|mese|maanden|maand|miesiecy|miesiace",
    "year": "years?|yrs?|y|jahre?n?|ans?|annees?|anos?|anni|anno|jaar|jaren|lat|lata|rok|roku|yo",
    "money": r"[€$£¥]|euros?|eur|dollars?|usd|chf|gbp|pln|zl|pounds?|reais|pesos?",
    "share": "%|percent|prozent|pour cent|por ciento|procent",
    "times": "times?|mal|x|fois|veces|vezes|volte|keer|razy|raz",
    "length": "km|kilometers?|kilometres?|kilometer|miles?|mi|meters?|metres?|m|cm",
    "weight": "kg|g|lbs?|pounds",
    "area": "m2|m²|qm|sqm|ha",
}
_UNIT_OF = re.compile("|".join(f"(?P<{name}>{words})" for name, words in _UNITS.items()))
_ANY_UNIT = "|".join(f"(?:{words})" for words in _UNITS.values())
_FACTOR = {"k": 1e3, "tsd": 1e3, "tys": 1e3, "mil": 1e3, "m": 1e6, "mio": 1e6, "million": 1e6, "millions": 1e6}
_NUMBER = re.compile(
    r"(?:(?:us)?[$€£¥]|\b(?:eur|usd|chf|gbp)\b)?\s?(?P<n>\d{1,3}(?:[.,' ]\d{3})+(?!\d)(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)"
    rf"(?:\s?(?P<k>k|tsd\.?|mio\.?|tys\.?|mil|millions?|m(?=\s?[€$£]|$|\s?[-+]))(?![a-z]))?(?:\s?(?P<u>{_ANY_UNIT})(?![a-z]))?"
)
#: A unit that does not follow its number: "5 or more days".
_BEHIND = re.compile(rf"(?<=[a-z] )(?:{_ANY_UNIT})(?![a-z])")
#: What times are counted in: "3 times a week".
_RATE = re.compile(
    r"(?:/ ?| (?:per|an?|each|every|pro|in der|im|am|par|por|al|alla|all'|a la|op een|w|na) )"
    rf"((?:{'|'.join(f'(?:{_UNITS[name]})' for name in ('day', 'week', 'month', 'year'))}))(?![a-z])"
)
_BRACKETS = re.compile(r"[\[(]\s?(-?\d+(?:\.\d+)?)\s?,\s?(-?\d+(?:\.\d+)?)\s?[\])]", re.ASCII)
_ANDS = "and|or|und|oder|et|ou|y|o|e|en|of|i|lub|bzw"
_MORE = (
    "over|above|more|older|up|upwards?|longer|greater|higher|plus|mehr|alter|daruber|langer|hoher|davantage|mas|mayor"
    "|mayores|oltre|piu|ouder|meer|hoger|mais|wiecej|starsi|starszy|powyzej|superior|later"
)
_LESS = (
    "under|below|less|fewer|younger|lower|shorter|weniger|junger|darunter|niedriger|kurzer|moins|menos|menor|menores|meno"
    "|minder|jonger|lager|mniej|mlodsi|mlodszy|ponizej|inferior|earlier"
)
_BETWEEN = "-|to|until|and|bis|bis unter|bis zu|und|a|et|hasta|y|al?|e|tot|tot en met|en|ate|do|i|to under|to below"
_BELOW = (
    "<|<=|=<|under|below|up to|upto|less than|fewer than|younger than|shorter than|lower than|at most|no more than"
    "|not more than|maximum|max|until|unter|bis|bis zu|bis unter|weniger als|hochstens|maximal|junger als|kurzer als"
    "|moins de|moins que|jusqua|au plus|menos de|menos que|hasta|como maximo|menor de|menores de|meno di|fino a|sotto i"
    "|sotto|al massimo|inferiore a|minder dan|tot|onder|jonger dan|hoogstens|maximaal|ate|abaixo de|no maximo|ponizej"
    "|mniej niz|do|najwyzej|inferior a|inferieur a"
)
_ABOVE = (
    ">|>=|=>|over|above|more than|older than|longer than|greater than|higher than|at least|from|minimum|min|uber"
    "|mehr als|mindestens|ab|alter als|langer als|plus de|plus que|au moins|a partir de|mas de|mas que|al menos|desde"
    "|mayor de|mayores de|oltre|oltre i|piu di|almeno|superiore a|da|meer dan|boven|vanaf|minstens|ouder dan|mais de"
    "|mais que|acima de|pelo menos|powyzej|ponad|wiecej niz|od|superior a|superieur a"
)
_PATTERNS = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("between", f"(?:(?:from|between|von|zwischen|de|entre|da|tra|van|tussen|od) )?# ?(?:{_BETWEEN}) ?#"),
        ("below", f"(?:{_BELOW}) ?#|# (?:(?:{_ANDS}) )?(?:{_LESS})"),
        ("above", rf"(?:{_ABOVE}) ?#(?: an)?|# ?\+|# (?:(?:{_ANDS}) )?(?:{_MORE})(?: than that)?"),
        ("single", "#"),
    )
)
_FILLERS = re.compile(
    r"\b(?:old|alt|of age|age|aged|d age|dage|de edad|di eta|de idade|oud|wieku|brutto|netto|about|approximately|ca"
    r"|circa|etwa|rund|the)\b"
)
#: What is said instead of 0.
_NOTHING = frozenset(
    (
        *("none", "no", "never", "zero", "nothing", "keine", "kein", "keiner", "nie", "aucun", "aucune", "jamais"),
        *("ninguno", "ninguna", "nunca", "nessuno", "nessuna", "mai", "geen", "nooit", "nenhum", "nenhuma", "brak"),
        "nigdy",
    )
)


def _ranges(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """(order, why) where every value is a range such as "20-29", "65+" or "<18", in one unit, and none overlap."""
    texts = [_plain(value) for value in values]
    if len({_unit_named(rate) for text in texts for rate in _RATE.findall(text)}) > 1:
        return None
    texts = [_RATE.sub("", text) for text in texts]
    common: set[str] | None = None
    for text in texts:
        words = set(re.findall(r"[a-z]{3,}", text))
        if any(digit in text for digit in "0123456789"):
            common = words if common is None else common & words
    shared = {word for word in common or () if not re.fullmatch(f"{_MORE}|{_LESS}|{_ANY_UNIT}", word)}
    read = [_range(text, shared) for text in texts]
    if any(each is None for each in read):
        return None
    limits = [each for each in read if each is not None]
    units = {unit for _, _, found in limits for unit in found}
    if len(units) > 1 and not units <= set(_TIMES):
        return None
    if len(units) > 1 and any(not found for low, high, found in limits if (low, high) != (0, 0)):
        return None
    placed = sorted((low, high, value) for (low, high, _), value in zip(limits, values, strict=True))
    apart = all(high <= low for (_, high, _), (low, _, _) in zip(placed, placed[1:], strict=False))
    wide = [low < high for low, high, _ in placed]
    return (tuple(value for _, _, value in placed), "ranges of numbers") if apart and any(wide) else None


def _plain(value: str) -> str:
    text = re.sub(
        "[\u2010-\u2015\u2212]", "-", " ".join(value.casefold().translate(_LETTERS | {ord("'"): "'"}).split())
    )
    text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c) or c == "²")
    return text.replace("≤", "<=").replace("≥", ">=")


def _range(text: str, shared: set[str]) -> tuple[float, float, set[str]] | None:
    """(low, high, kinds of its units) of what a range names, or None."""
    bracketed = _BRACKETS.fullmatch(text)
    if bracketed:
        low, high = map(float, bracketed.groups())
        return (low, high, set()) if low <= high else None
    if key_of(text) in _NOTHING:
        return 0.0, 0.0, set()
    found = list(_NUMBER.finditer(text))
    if not 1 <= len(found) <= 2:
        return None
    rest = _NUMBER.sub("#", text)
    for word in shared:
        rest = re.sub(rf"\b{word}\b", " ", rest)
    rest = _FILLERS.sub(" ", rest)
    behind = _BEHIND.search(rest)
    rest = _worded(_BEHIND.sub(" ", rest))
    kind = next((kind for kind, pattern in _PATTERNS if pattern.fullmatch(rest)), None)
    if kind is None:
        return None
    units = [_unit(match) or (_unit_named(behind[0]) if behind else "") for match in found]
    named = {unit for unit in units if unit}
    numbers = [_value(match) for match in found]
    if named <= set(_TIMES) and named:
        other = next(unit for unit in units if unit)
        numbers = [number * _TIMES[unit or other] for number, unit in zip(numbers, units, strict=True)]
    elif len(found) == 2 and found[1]["k"] and not found[0]["k"]:
        numbers[0] *= _FACTOR[found[1]["k"].rstrip(".")]  # 10-20k
    low, high = numbers[0], numbers[-1]
    if kind == "below":
        low = -np.inf
    elif kind == "above":
        high = np.inf
    return (low, high, named) if low <= high else None


def _worded(rest: str) -> str:
    """What stands around the numbers, without umlauts written out, points and blanks that do not matter."""
    rest = rest.replace("ae", "a").replace("oe", "o").replace("ue", "u").replace("'", "")
    return " ".join(re.sub(r"[.,:()]", " ", rest).split())


def _unit(match: re.Match[str]) -> str:
    if not match["u"]:
        return "money" if re.match(r"(?:us)?[$€£¥]|eur|usd|chf|gbp", match[0]) else ""
    return _unit_named(match["u"])


def _unit_named(text: str) -> str:
    unit = _UNIT_OF.fullmatch(text)
    return "" if unit is None else unit.lastgroup or ""


def _value(match: re.Match[str]) -> float:
    text = match["n"]
    if re.fullmatch(r"\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?", text):
        whole = re.match(r"\d{1,3}(?:[.,' ]\d{3})+", text)
        number = float(re.sub(r"\D", "", whole[0])) if whole else 0.0
    else:
        number = float(text.replace(",", "."))
    return number * _FACTOR.get((match["k"] or "").rstrip("."), 1.0)


# waves, quarters, school years

_WAVE = re.compile(
    r"(?:t|w|q|wave|welle|wave no|time|time point|zeitpunkt|messzeitpunkt|visit|visite|year|jahr|grade|stage|stufe"
    r"|level|phase|round|runde|week|woche|day|tag|month|monat|quarter|quartal|semester|session|sitzung|vague|ola|oleada|onda"
    r"|ondata|golf|fala|trimestre|kwartaal|step|schritt|klasse|klassenstufe|stadium)[ -]?(\d{1,2}|[ivx]{1,4})"
)
_QUARTER = re.compile(
    r"(?P<y>\d{4})[ /-]?(?:q|t|k|quartal )(?P<q>[1-4])|(?:q|t|k)(?P<q2>[1-4])[ /-]?(?P<y2>\d{4})"
    r"|(?P<q3>[1-4])[. ]{1,2}quartal (?P<y3>\d{4})"
)
_WEEK = re.compile(r"(?P<y>\d{4})[ /-]?(?:w|kw ?)(?P<q>\d{1,2})|kw ?(?P<q2>\d{1,2})[ /-]?(?P<y2>\d{4})")
_SCHOOL_YEAR = re.compile(r"(\d{4})[/-](\d{4}|\d{2})")
#: The last of waves that are named by a letter and a number; higher ones are codes.
_LAST_OF_LETTERS = 12
_ROMAN = {
    "i": 1,
    "ii": 2,
    "iii": 3,
    "iv": 4,
    "v": 5,
    "vi": 6,
    "vii": 7,
    "viii": 8,
    "ix": 9,
    "x": 10,
    "xi": 11,
    "xii": 12,
}


def _periods(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """(order, why) of waves, times, quarters, weeks or school years, all written in one way."""
    texts = [" ".join(value.casefold().split()) for value in values]
    for place in (_of_wave, _of_quarter, _of_school_year):
        places = [place(text) for text in texts]
        if all(each is not None for each in places) and len({each[0] for each in places if each}) == 1:
            keys = [each[1:] for each in places if each]
            if len(set(keys)) == len(values):
                return tuple(value for _, value in sorted(zip(keys, values, strict=True))), "periods, earliest first"
    return None


def _of_wave(text: str) -> tuple[str, int, int] | None:
    match = _WAVE.fullmatch(text)
    if match is None or (match.start(1) == 1 and int(match[1] if match[1].isdigit() else 0) > _LAST_OF_LETTERS):
        return None
    number = int(match[1]) if match[1].isdigit() else _ROMAN.get(match[1], 0)
    return (text[: match.start(1)], number, 0) if number or match[1].isdigit() else None


def _of_quarter(text: str) -> tuple[str, int, int] | None:
    for name, pattern in (("quarter", _QUARTER), ("week", _WEEK)):
        match = pattern.fullmatch(text)
        if match:
            given = match.groupdict()
            year = next(given[key] for key in ("y", "y2", "y3") if given.get(key))
            part = next(given[key] for key in ("q", "q2", "q3") if given.get(key))
            return name, int(year), int(part)
    return None


def _of_school_year(text: str) -> tuple[str, int, int] | None:
    match = _SCHOOL_YEAR.fullmatch(text)
    if match is None or (int(match[1]) + 1) % 100 != int(match[2]) % 100:
        return None
    return "school year", int(match[1]), 0
