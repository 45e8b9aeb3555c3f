import { type Person, people } from './people-of-lists.ts';

/** Lists of the same people as different programs write them. */
type Column = [header: string, cell: (person: Person, index: number) => string];
type Encoding =
  | 'utf-8'
  | 'utf-8 bom'
  | 'utf-16le bom'
  | 'utf-16be bom'
  | 'utf-16le'
  | 'utf-16be'
  | 'windows-1252';
type Dialect = {
  separator: ',' | ';' | '\t' | '|';
  encoding: Encoding;
  newline?: '\r\n' | '\n' | '\r';
  /** Quotation marks around every cell, or only where a cell needs them. */
  quote?: 'all' | 'needed';
  header?: boolean;
  /** A space behind each separator. */
  spaced?: boolean;
  /** Lines above the header. */
  above?: string;
  columns: Column[];
  /** Empty cells at the end of each row, as spreadsheets leave them. */
  trailing?: number;
};

const first: Column[1] = ({ first }) => first;
const last: Column[1] = ({ last }) => last;
const full: Column[1] = ({ first, last }) => `${first} ${last}`;
const lastFirst: Column[1] = ({ first, last }) => `${last}, ${first}`;
const email: Column[1] = ({ email }) => email;
const none: Column[1] = () => '';
const number: Column[1] = (_, index) => String(1_000 + index);
const german: Column[1] = ({ photographer }) => (photographer ? 'Fotograf/in' : 'Mitglied');
const english: Column[1] = ({ photographer }) => (photographer ? 'Photographer' : 'member');
const onlyPhotographers: Column[1] = ({ photographer }) => (photographer ? 'FOTOGRAFIN' : '');
const address: Column[1] = (_, index) => `Am Sportplatz ${index}\n12345 Musterstadt; "Süd", 1|2`;
const formula: Column[1] = (_, index) => `=SUM(A${index};B1)`;
const birthday: Column[1] = (_, index) => `${String((index % 28) + 1).padStart(2, '0')}.03.2014`;

const plainGerman: Column[] = [
  ['Vorname', first],
  ['Nachname', last],
  ['E-Mail', email],
  ['Rolle', german],
];
const plainEnglish: Column[] = [
  ['First name', first],
  ['Last name', last],
  ['Email', email],
  ['Role', english],
];
const registerOfClub: Column[] = [
  ...([
    ['Mitgl.-Nr.', number],
    ['Anrede', none],
    ['Name', last],
    ['Vorname', first],
    ['Straße/Ort', address],
  ] as Column[]),
  ...([
    ['Geburtsdatum', birthday],
    ['Telefon', () => '+49 170 1234567'],
    ['E-Mail-Adresse', email],
  ] as Column[]),
  ...([
    ['Beitrag', formula],
    ['Rolle', onlyPhotographers],
  ] as Column[]),
];
const outlookGerman: Column[] = [
  ...([
    ['Anrede', none],
    ['Vorname', first],
    ['Weitere Vornamen', none],
    ['Nachname', last],
  ] as Column[]),
  ...([
    ['Firma', none],
    ['Straße geschäftlich', address],
    ['E-Mail-Adresse', email],
  ] as Column[]),
  ...([
    ['E-Mail-Typ', () => 'SMTP'],
    ['E-Mail: Angezeigter Name', full],
    ['E-Mail 2: Adresse', none],
  ] as Column[]),
];
const outlookEnglish: Column[] = [
  ...([
    ['Title', none],
    ['First Name', first],
    ['Middle Name', none],
    ['Last Name', last],
  ] as Column[]),
  ...([
    ['Company', none],
    ['Notes', address],
    ['E-mail Address', email],
    ['E-mail Type', () => 'SMTP'],
  ] as Column[]),
  ['E-mail Display Name', full],
];
const googleNow: Column[] = [
  ...([
    ['First Name', first],
    ['Middle Name', none],
    ['Last Name', last],
    ['Nickname', none],
  ] as Column[]),
  ...([
    ['Photo', none],
    ['Labels', () => '* myContacts'],
    ['E-mail 1 - Label', () => '* Home'],
  ] as Column[]),
  ['E-mail 1 - Value', email],
];
const googleBefore: Column[] = [
  ...([
    ['Name', full],
    ['Given Name', first],
    ['Additional Name', none],
    ['Family Name', last],
  ] as Column[]),
  ...([
    ['Group Membership', () => '* myContacts'],
    ['E-mail 1 - Type', () => '*'],
  ] as Column[]),
  ['E-mail 1 - Value', email],
];
const thunderbirdGerman: Column[] = [
  ...([
    ['Vorname', first],
    ['Nachname', last],
    ['Anzeigename', full],
    ['Spitzname', none],
  ] as Column[]),
  ...([
    ['Primäre E-Mail-Adresse', email],
    ['Sekundäre E-Mail-Adresse', none],
    ['Notizen', address],
  ] as Column[]),
];
const thunderbirdEnglish: Column[] = [
  ...([
    ['First Name', first],
    ['Last Name', last],
    ['Display Name', full],
    ['Nickname', none],
  ] as Column[]),
  ...([
    ['Primary Email', email],
    ['Secondary Email', none],
  ] as Column[]),
];
const withAddress: Column = ['Kontakt', ({ email, first, last }) => email && `${first} ${last} <${email}>`];
const byHand: Column[] = [
  ['Name, Vorname', lastFirst],
  ['Mail', email],
];
const noHeader: Column[] = [
  ['', first],
  ['', last],
  ['', email],
];

export const dialects: Record<string, Dialect> = {
  'Excel, German, CSV (Trennzeichen-getrennt)': {
    separator: ';',
    encoding: 'windows-1252',
    newline: '\r\n',
    columns: plainGerman,
  },
  'Excel, German, CSV UTF-8': {
    separator: ';',
    encoding: 'utf-8 bom',
    newline: '\r\n',
    columns: plainGerman,
  },
  'Excel, German, Unicode-Text': {
    separator: '\t',
    encoding: 'utf-16le bom',
    newline: '\r\n',
    columns: plainGerman,
  },
  'Excel, German, Text (Tabstopp-getrennt)': {
    separator: '\t',
    encoding: 'windows-1252',
    newline: '\r\n',
    columns: plainGerman,
  },
  'Excel, German, with empty columns': {
    separator: ';',
    encoding: 'windows-1252',
    newline: '\r\n',
    columns: plainGerman,
    trailing: 4,
  },
  'Excel, English, CSV': { separator: ',', encoding: 'windows-1252', newline: '\r\n', columns: plainEnglish },
  'Excel, English, CSV UTF-8': {
    separator: ',',
    encoding: 'utf-8 bom',
    newline: '\r\n',
    columns: plainEnglish,
  },
  'Excel, English, Unicode text': {
    separator: '\t',
    encoding: 'utf-16le bom',
    newline: '\r\n',
    columns: plainEnglish,
  },
  'Excel, a line that names the semicolon': {
    separator: ';',
    encoding: 'utf-8 bom',
    newline: '\r\n',
    above: 'sep=;',
    columns: plainGerman,
  },
  'Excel, a line that names the comma': {
    separator: ',',
    encoding: 'windows-1252',
    newline: '\r\n',
    above: 'sep=,',
    columns: plainEnglish,
  },
  'Excel, a line that names the bar': {
    separator: '|',
    encoding: 'windows-1252',
    newline: '\r\n',
    above: 'sep=|',
    columns: plainGerman,
  },
  'Excel for Mac, UTF-8': { separator: ';', encoding: 'utf-8 bom', newline: '\r', columns: plainGerman },
  'LibreOffice, German': { separator: ';', encoding: 'utf-8', newline: '\n', columns: plainGerman },
  'LibreOffice, English': { separator: ',', encoding: 'utf-8', newline: '\n', columns: plainEnglish },
  'LibreOffice, all cells quoted': {
    separator: ',',
    encoding: 'utf-8',
    newline: '\n',
    quote: 'all',
    columns: plainGerman,
  },
  'LibreOffice, Windows-1252': {
    separator: ';',
    encoding: 'windows-1252',
    newline: '\n',
    columns: plainGerman,
  },
  'LibreOffice, UTF-16': { separator: '\t', encoding: 'utf-16le', newline: '\n', columns: plainGerman },
  'LibreOffice, fields apart by bars': {
    separator: '|',
    encoding: 'utf-8',
    newline: '\n',
    columns: plainGerman,
  },
  'Google Sheets, CSV': { separator: ',', encoding: 'utf-8', newline: '\r\n', columns: plainGerman },
  'Google Sheets, TSV': { separator: '\t', encoding: 'utf-8', newline: '\r\n', columns: plainEnglish },
  'Google Contacts': { separator: ',', encoding: 'utf-8', newline: '\n', columns: googleNow },
  'Google Contacts before 2024': {
    separator: ',',
    encoding: 'utf-16le bom',
    newline: '\n',
    columns: googleBefore,
  },
  'Google Contacts before 2024, UTF-8': {
    separator: ',',
    encoding: 'utf-8',
    newline: '\n',
    columns: googleBefore,
  },
  Numbers: { separator: ';', encoding: 'utf-8', newline: '\n', columns: plainGerman },
  'Numbers, English, UTF-16': {
    separator: ',',
    encoding: 'utf-16be bom',
    newline: '\n',
    columns: plainEnglish,
  },
  'Numbers with the title of the table': {
    separator: ';',
    encoding: 'utf-8',
    newline: '\n',
    above: 'Tabelle 1;;;',
    columns: plainGerman,
  },
  'Outlook, German': {
    separator: ',',
    encoding: 'windows-1252',
    newline: '\r\n',
    quote: 'all',
    columns: outlookGerman,
  },
  'Outlook, German, semicolons': {
    separator: ';',
    encoding: 'windows-1252',
    newline: '\r\n',
    columns: outlookGerman,
  },
  'Outlook, English': {
    separator: ',',
    encoding: 'windows-1252',
    newline: '\r\n',
    quote: 'all',
    columns: outlookEnglish,
  },
  'Outlook on the web': { separator: ',', encoding: 'utf-8 bom', newline: '\r\n', columns: outlookEnglish },
  'Thunderbird, German': { separator: ',', encoding: 'utf-8', newline: '\r\n', columns: thunderbirdGerman },
  'Thunderbird, English, tabs': {
    separator: '\t',
    encoding: 'utf-8',
    newline: '\n',
    columns: thunderbirdEnglish,
  },
  'Thunderbird, old, system encoding': {
    separator: ',',
    encoding: 'windows-1252',
    newline: '\r\n',
    columns: thunderbirdGerman,
  },
  'register of a club, Windows': {
    separator: ';',
    encoding: 'windows-1252',
    newline: '\r\n',
    columns: registerOfClub,
  },
  'register of a club, UTF-8': {
    separator: ';',
    encoding: 'utf-8 bom',
    newline: '\r\n',
    quote: 'all',
    columns: registerOfClub,
  },
  'register of a club, with title': {
    separator: ';',
    encoding: 'windows-1252',
    newline: '\r\n',
    above: 'Mitgliederliste SV Muster, Stand 1.11.2026;;;;;;;;;\r\n',
    columns: registerOfClub,
  },
  'register of a club, tabs': {
    separator: '\t',
    encoding: 'utf-16le bom',
    newline: '\r\n',
    columns: registerOfClub,
  },
  'register of a club, commas': { separator: ',', encoding: 'utf-8', newline: '\n', columns: registerOfClub },
  'columns in another order': {
    separator: ';',
    encoding: 'utf-8',
    columns: [
      ['E-Mail', email],
      ['Familienname', last],
      ['Rufname', first],
    ],
  },
  'made by hand, "Name, Vorname"': {
    separator: ';',
    encoding: 'windows-1252',
    newline: '\r\n',
    columns: byHand,
  },
  'made by hand, "Name, Vorname", commas': { separator: ',', encoding: 'utf-8', columns: byHand },
  'made by hand, "Last name, First name"': {
    separator: '\t',
    encoding: 'utf-8',
    columns: [
      ['Last name, First name', lastFirst],
      ['E-mail address', email],
    ],
  },
  'made by hand, one column "Name"': {
    separator: ';',
    encoding: 'utf-8',
    columns: [
      ['Name', full],
      ['E-Mail', email],
    ],
  },
  'made by hand, one column "Full name"': {
    separator: ',',
    encoding: 'utf-8',
    columns: [
      ['Full name', full],
      ['E-mail', email],
    ],
  },
  'address with name in one column': {
    separator: ';',
    encoding: 'utf-8',
    columns: [['Vorname', first], ['Nachname', last], withAddress],
  },
  'without header, semicolons': {
    separator: ';',
    encoding: 'windows-1252',
    newline: '\r\n',
    header: false,
    columns: noHeader,
  },
  'without header, commas': { separator: ',', encoding: 'utf-8', header: false, columns: noHeader },
  'without header, tabs, UTF-16': { separator: '\t', encoding: 'utf-16be', header: false, columns: noHeader },
  'without header, names and number': {
    separator: ';',
    encoding: 'utf-8',
    header: false,
    columns: [
      ['', number],
      ['', first],
      ['', last],
      ['', birthday],
      ['', email],
    ],
  },
  'without header, all cells quoted': {
    separator: ',',
    encoding: 'utf-8 bom',
    newline: '\r\n',
    quote: 'all',
    header: false,
    columns: noHeader,
  },
  'spaces around separators': {
    separator: ',',
    encoding: 'utf-8',
    quote: 'all',
    spaced: true,
    columns: [
      ['Vorname', (p) => p.first],
      [' Nachname ', last],
      ['E-Mail ', email],
    ],
  },
  'address written as mailto': {
    separator: ';',
    encoding: 'utf-8',
    columns: [
      ['Vorname', first],
      ['Nachname', last],
      ['E-Mail', (p) => p.email && `mailto:${p.email}`],
    ],
  },
};

/** The file of a dialect. */
export function writeList(dialect: Dialect, list: readonly Person[] = people): Uint8Array {
  const newline = dialect.newline ?? '\n';
  const row = (cells: string[]) =>
    [...cells, ...Array<string>(dialect.trailing ?? 0).fill('')]
      .map((cell) => quoted(cell, dialect))
      .join(dialect.separator + (dialect.spaced ? ' ' : ''));
  const lines = list.map((person, index) => row(dialect.columns.map(([, cell]) => cell(person, index))));
  if (dialect.header !== false) lines.unshift(row(dialect.columns.map(([header]) => header)));
  if (dialect.above) lines.unshift(dialect.above);
  return encode(`${lines.join(newline)}${newline}`, dialect.encoding);
}

function quoted(cell: string, { quote, separator, newline }: Dialect): string {
  const text = cell.replaceAll('\n', newline === '\r' ? '\n' : (newline ?? '\n'));
  if (quote !== 'all' && !/["\r\n]/.test(text) && !text.includes(separator)) return text;
  return `"${text.replaceAll('"', '""')}"`;
}

function encode(text: string, encoding: Encoding): Uint8Array {
  const marked = encoding.endsWith('bom') ? `\ufeff${text}` : text;
  if (encoding.startsWith('utf-8')) return Buffer.from(marked, 'utf8');
  if (encoding.startsWith('utf-16le')) return Buffer.from(marked, 'utf16le');
  if (encoding.startsWith('utf-16be')) return Buffer.from(marked, 'utf16le').swap16();
  return Uint8Array.from(text, windows1252);
}

const special: Record<string, number> = { Š: 0x8a, Ž: 0x8e, '’': 0x92, š: 0x9a, ž: 0x9e };
function windows1252(character: string): number {
  const code = special[character] ?? character.codePointAt(0)!;
  if (code > 0xff) throw new Error(`${character} does not exist in Windows-1252`);
  return code;
}
