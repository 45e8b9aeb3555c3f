/**
 * What the most used passwords are made of, by lists of leaked ones in English and German. A word stands for itself and
 * for itself with digits and signs around it, which is how most people lengthen it. Lower case.
 */
const words = `
  abcabc abcdef abcdefg access account adidas adidas admin administrator admins adminadmin alexander alexandra amanda
  america amsterdam andrea andreas android angel angela angelina angels anthony apollo apple arschloch arsenal
  asdasd asdasdasd asdf asdfasdf asdfgh asdfghjk asdfghjkl ashley asshole august austria auto autobahn
  baby babygirl badboy bailey banane banana barcelona barney baseball basketball batman bayern bayernmuenchen bayernmunich
  beautiful benjamin berlin bigdaddy blabla blablabla blessed blink blume blumen borussia boston brandon buster
  butterfly butterfly captain carolina changeme charlie charlotte cheese chelsea chester chicken chocolate christian
  christina christine christopher club clublens cocacola computer consumer cookie corvette cowboy cowboys creative
  daniel daniela dallas dakota danielle darkness database default demo demodemo deutsch deutschland diamond dolphin
  dominik donald dortmund dragon dragonball einstein eintracht elephant elizabeth england erdbeere event ewigkeit
  facebook familie family fantasy fender ferrari fickdich flower flowers football forever frankfurt freedom freiheit
  freund freunde friend friends fritz frodo fubar fuckoff fuckyou fussball fußball galaxy galerie gallery gandalf garfield
  geheim geheimnis genius geronimo giants ginger gizmo goodluck google guest gymnastik hallo hallohallo hallowelt
  hamburg hammer handball handball hannover hans harley hardcore heaven hello hellokitty helloworld help herbst herzblatt
  hockey hollywood honda hotdog hunter iceman idontknow ihateyou iloveu iloveyou imagine impossible india infinity
  inlove internet ironman isabella jasmin jasmine jennifer jessica jesus jesuschrist jonathan jordan joseph joshua juliane
  juventus kaffee karate katharina katze kennwort kerstin killer kinder kitten knight koeln kuchen kuckuck
  lakers lausbub lebkuchen legend letmein leverkusen liberty lieblingsmensch liebe liebling lindsay liverpool logitech
  login london loveme lovely loveyou lucky ludwig madison maggie magic manager manchester manchesterunited mannheim
  marina mario marlboro martina martin master matrix matthew matthias maverick maxwell melanie mercedes merlin
  metallica michael michaela michelle mickey midnight mickymaus minecraft mister mitglied monika monkey monster
  morgan motorola mountain muenchen munich mustang mustermann mypass mypassword naruto nascar natascha nathalie
  newpassword newyork nicole nintendo nirvana nothing november nuernberg nutella october oktober oliver olympia orange
  pa55word packers panther papa parola pass passport passw passwd password passwordpassword passwort passwortpasswort
  patricia patrick peanut pepper pfannkuchen pferd phoenix photo photos picture player please pokemon police porsche
  power prince princess princesa prinzessin private purple pussycat qazwsx qazwsxedc qqqq qwer qwerasdf qwert qwerty
  qwertyui qwertyuiop qwertz qwertzui qwertzuiop rabbit rainbow raiders ranger rangers rebecca redsox
  remember richard robert rockstar root roottoor rosebud samantha samsung sandra saskia schalke schatz schatzi
  schatzilein schmetterling schnecke schnucki schokolade schule schwimmen scooter secret secretsecret security september
  server shadow shannon simone simpsons silver skywalker slayer slipknot smokey snoopy soccer sommer sommerzeit
  sonne sonnenblume sonnenschein spiderman sport sports sportverein stadion standard startrek starwars steelers
  stefanie stefan steffi stephanie stephan steven stupid stuttgart success summer sunflower sunshine super superman
  supermann superstar superuser support susanne susi swimming sydney sysadmin system tabelle taekwondo taylor
  teddybear telefon tennis test testen tester testing testpass testpassword testtest thomas thunder thx tigger tiger
  tigers tinkerbell titanic toor training trainer trustno trustnoone turnen turnverein unicorn united user username
  valentin valentina vanessa verein vereinsheim veronika victoria victory volleyball wasser welcome welcometo werder
  westfalen whatever whiskey wilhelm william willkommen winner winter winterzeit wizard wolfgang wolfsburg world
  xbox yamaha yankees yellow yourmom zaq zaqxsw zaqwsx zauberer zuhause zxcvbn zxcvbnm`;

export const commonWords: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean));

/** Rows of keys, alphabet and digits: any stretch of one, in either direction, is among the first guesses. */
export const commonRuns: readonly string[] = [
  '012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiopü',
  'azertyuiop',
  'asdfghjkl',
  'asdfghjklöä',
  'zxcvbnm',
  'yxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1q2w3e4r5t6z7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8',
  'qweasdzxc',
  'qweasdyxc',
];
