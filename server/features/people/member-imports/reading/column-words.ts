import type { ColumnMeaning } from '#server/contract/member-list-format.ts';

/** Words for parents, as in "Email of parents", "E-Mail (Mutter)" and "Kontakt Erziehungsberechtigte: Mailadresse". */
const parentWords =
  /eltern|mutter|mama|vater|papa|erziehungsberechtigt|sorgeberechtigt|parent|mother|mum|mom|father|dad|guardian/;

/**
 * Words above columns in English and German, as `wordKey` writes them, most telling first: those of spreadsheets made
 * by hand, of programs for clubs, and of the address books of Google, Outlook, Thunderbird and Apple.
 */
export const columnWords: Record<Exclude<ColumnMeaning, 'ignored'>, readonly string[]> = {
  first_name: [
    ...['vorname', 'firstname', 'givenname', 'forename', 'vornamen', 'givennames', 'rufname'],
    ...['mitgliedvorname', 'vornamemitglied', 'vornamedesmitglieds', 'memberfirstname'],
  ],
  last_name: [
    ...['nachname', 'lastname', 'surname', 'familyname', 'familienname', 'zuname'],
    ...['mitgliednachname', 'nachnamemitglied', 'nachnamedesmitglieds', 'memberlastname'],
  ],
  last_name_first: [
    ...['namevorname', 'nachnamevorname', 'familiennamevorname', 'zunamevorname'],
    ...['lastnamefirstname', 'surnamefirstname', 'lastfirst', 'surnameforename', 'familynamegivenname'],
  ],
  full_name: [
    ...['name', 'fullname', 'vollername', 'vollstandigername', 'vorundnachname', 'vornamenachname'],
    ...['firstnamelastname', 'firstandlastname', 'displayname', 'anzeigename', 'mitglied', 'member'],
    ...['mitgliedsname', 'membername', 'formattedname', 'fn'],
  ],
  email: [
    ...['email', 'emailadresse', 'emailaddress', 'mail', 'mailadresse', 'mailaddress', 'emailprivat'],
    ...['privateemail', 'email1value', 'email1', 'email1address', 'email1adresse', 'primaryemail'],
    ...['primareemail', 'primareemailadresse', 'primaryemailaddress', 'emailmitglied', 'mailprivat'],
    ...['emailhome', 'homeemail', 'emailgeschaftlich', 'emailprivate'],
  ],
  born_on: [
    ...['geburtsdatum', 'geburtstag', 'gebdatum', 'gebdat', 'geboren', 'geborenam', 'geb'],
    ...['dateofbirth', 'birthdate', 'birthday', 'birthdayvalue', 'dob', 'born'],
  ],
  role: ['rolle', 'role', 'vereinsrolle', 'clubrole'],
  function: [
    ...['funktion', 'funktionen', 'vereinsfunktion', 'amt', 'amter', 'ehrenamt', 'aufgabe', 'aufgaben'],
    ...['function', 'functions', 'duty', 'duties'],
  ],
};

const roleWords = {
  member: ['member', 'mitglied', 'mitgliedin', 'm'],
  photographer: [
    ...['photographer', 'fotograf', 'fotografin', 'fotografinnen', 'photograph', 'photographin'],
    ...['fotografen', 'photographers', 'foto', 'fotowart', 'fotowartin', 'vereinsfotograf'],
    ...['vereinsfotografin', 'clubphotographer'],
  ],
} as const;

/** The role a cell names; a blank cell means a member. Undefined for words that name none. */
export function roleOf(cell: string): 'member' | 'photographer' | undefined {
  if (cell === '') return 'member';
  const key = wordKey(cell);
  if ((roleWords.member as readonly string[]).includes(key)) return 'member';
  if ((roleWords.photographer as readonly string[]).includes(key)) return 'photographer';
  return undefined;
}

/** The role that the functions of a cell come with; most, such as those of trainers, come with none. */
export const roleOfFunctions = (cell: string): 'member' | 'photographer' =>
  cell.split(/[^\p{L}\p{M}-]+/u).some((word) => word !== '' && roleOf(word) === 'photographer')
    ? 'photographer'
    : 'member';

/** Whether the words above a column say that it holds addresses of parents, in lists of children. */
export const namesParentsEmail = (header: string): boolean => {
  const key = wordKey(header);
  return key.includes('mail') && parentWords.test(key);
};

/** Lower case without accents, and letters and digits only: "E-Mail 1 - Value" is "email1value". */
export const wordKey = (word: string): string =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '');
