import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#server/contract/app-error.ts';
import type { ListFormat } from '#server/contract/schemas/member-imports.ts';
import { readList } from '#server/features/people/member-imports/reading/read-list.ts';
import { dialects, writeList } from './list-dialects.ts';
import { people } from './people-of-lists.ts';

const text = (content: string): Uint8Array => Buffer.from(content, 'utf8');
const linesOf = (content: string, format?: ListFormat) => readList(text(content), format).lines;
const errorOf = (bytes: Uint8Array, format?: ListFormat) => {
  try {
    readList(bytes, format);
    return 'read';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

describe('lists of different programs', () => {
  it('are at least fifty', () => {
    expect(Object.keys(dialects).length).toBeGreaterThanOrEqual(50);
  });

  it.each(Object.entries(dialects))('%s', (_, dialect) => {
    const { lines } = readList(writeList(dialect));
    const hasRoles = dialect.columns.some(([header]) => /rol[el]/i.test(header));
    const birthday = dialect.columns.find(([header]) => header === 'Geburtsdatum')?.[1];
    expect(lines.map(({ line: _, ...person }) => person)).toEqual(
      people.map((person, index) => ({
        first_name: person.first,
        last_name: person.last,
        email: person.email || null,
        born_on: birthday ? `2014-03-${birthday(person, index).slice(0, 2)}` : null,
        birth_unread: false,
        role: hasRoles && person.photographer ? 'photographer' : 'member',
        ...{ other_emails: [], email_left_out: null, fault: null, other_fault: null },
      })),
    );
  });
});

describe('guesses', () => {
  it('are told', () => {
    const list = readList(Buffer.from('Nr;Nachname;Vorname;Mail\n1;Jäger;Jörg;j@x.example\n', 'latin1'));
    expect(list).toMatchObject({ encoding: 'windows-1252', separator: 'semicolon', has_header: true });
    expect(list.columns).toEqual([
      { header: 'Nr', meaning: 'ignored', samples: ['1'] },
      { header: 'Nachname', meaning: 'last_name', samples: ['Jäger'] },
      { header: 'Vorname', meaning: 'first_name', samples: ['Jörg'] },
      { header: 'Mail', meaning: 'email', samples: ['j@x.example'] },
    ]);
  });

  it('of columns can be corrected', () => {
    const columns = ['last_name', 'first_name'] as const;
    expect(linesOf('Jäger;Jörg;x\nWeiß;Anna;y\n', { columns: [...columns] })).toMatchObject([
      { first_name: 'Jörg', last_name: 'Jäger', email: null },
      { first_name: 'Anna', last_name: 'Weiß' },
    ]);
  });

  it('of the header can be corrected', () => {
    const list = 'Vorname;Nachname\nJörg;Jäger\n';
    expect(linesOf(list, { has_header: false }).map(({ first_name }) => first_name)).toEqual([
      'Vorname',
      'Jörg',
    ]);
    expect(linesOf('Jörg;Jäger\nAnna;Weiß\n', { has_header: true })).toMatchObject([{ first_name: 'Anna' }]);
  });

  it('of the encoding can be corrected', () => {
    const bytes = Uint8Array.from([0x4a, 0x9a, 0x72, 0x67, 0x3b, 0x4a, 0x8a, 0x67, 0x65, 0x72]); // Jörg;Jäger on old Macs
    expect(readList(bytes).lines[0]?.first_name).toBe('Jšrg');
    expect(readList(bytes, { encoding: 'macintosh' }).lines[0]).toMatchObject({
      first_name: 'Jörg',
      last_name: 'Jäger',
    });
    expect(errorOf(bytes, { encoding: 'utf-8' })).toBe('import_encoding_wrong');
  });

  it('of the separator can be corrected', () => {
    expect(linesOf('Anna,Jäger\n', { separator: 'pipe' })).toMatchObject([
      { last_name: 'Anna', first_name: 'Jäger' },
    ]);
  });
});

describe('characters of Windows-1252', () => {
  it('are those of Windows between 0x80 and 0x9f, and not control characters', () => {
    const bytes = Buffer.from('Vorname;Nachname\nX;Y\n', 'latin1');
    bytes[bytes.indexOf('X')] = 0x8a;
    bytes[bytes.indexOf('Y')] = 0x92;
    expect(readList(bytes).lines).toMatchObject([{ first_name: 'Š', last_name: '’' }]);
  });
});

describe('lines', () => {
  it('are counted as editors count them', () => {
    const list = 'Vorname,Nachname,Ort\r\n\r\nAnna,Jäger,"a\r\nb"\r\n,,\r\nBea,Weiß,c\r\n';
    expect(linesOf(list).map(({ line }) => line)).toEqual([3, 6]);
  });

  it('begin below the one in which Excel names the separator', () => {
    expect(linesOf('sep=|\nAnna|Jäger, Weiß\n')).toMatchObject([
      { line: 2, first_name: 'Anna', last_name: 'Jäger, Weiß' },
    ]);
  });

  it('name their fault', () => {
    const header = 'Vorname;Nachname;E-Mail;Rolle\n';
    const faultOf = (line: string) => linesOf(header + line)[0]?.fault;
    expect(faultOf(';;a@x.example;')).toBe('no_name');
    expect(faultOf('\u200b;\u2800;a@x.example;')).toBe('no_name');
    expect(faultOf('Anna\u0085x;Jäger;;')).toBe('name_invalid');
    expect(faultOf(`${'a'.repeat(201)};Jäger;;`)).toBe('name_too_long');
    expect(faultOf('Anna;Jäger;anna at home;')).toBe('email_invalid');
    expect(faultOf('Anna;Jäger;a@x.example, b@x.example;')).toBeNull();
    expect(faultOf('Anna;Jäger;kein;')).toBeNull();
    expect(faultOf('Anna;Jäger;anna at home;Kassenwart')).toBe('email_invalid');
    expect(faultOf(`Anna;Jäger;${'a'.repeat(250)}@x.example;`)).toBe('email_too_long');
    expect(faultOf(`Anna;Jäger;${'a'.repeat(90_000)};`)).toBe('email_too_long');
    expect(faultOf('Anna;Jäger;;Kassenwart')).toBe('role_unknown');
    expect(faultOf('Anna;Jäger;a@x.example;Photographer')).toBeNull();
  });

  it('have the addresses of a cell, and say what of it is none', () => {
    const read = (cell: string) => {
      const [line] = linesOf(`Vorname,Nachname,E-Mail\nMia,Berg,"${cell}"`);
      return [line?.email, line?.other_emails, line?.email_left_out];
    };
    expect(read('maier@x.example; papa.maier@x.example')).toEqual([
      ...['maier@x.example', ['papa.maier@x.example'], null],
    ]);
    expect(read('Anna Berg <a@x.example>, Otto Berg <o@x.example>')).toEqual([
      ...['a@x.example', ['o@x.example'], null],
    ]);
    expect(read('mailto:a@x.example / A@X.example')).toEqual(['a@x.example', [], null]);
    expect(read('a@x.example, papa@')).toEqual(['a@x.example', [], 'papa@']);
    for (const none of ['kein', '-', 'Keine E-Mail', 'n/a']) expect(read(none)).toEqual([null, [], none]);
    expect(read('')).toEqual([null, [], null]);
  });

  it('of children name the addresses of parents in many words, each parent in a column', () => {
    const columnsOf = (header: string, cells = 'Mia,Berg,a@x.example,b@x.example') =>
      readList(new TextEncoder().encode(`Vorname,Nachname,${header}\n${cells}`)).columns.map(
        ({ meaning }) => meaning,
      );
    for (const words of [
      'Email of parents',
      'E-Mail Eltern',
      'E-Mail der Eltern',
      'Parent email',
      'Mail Mutter',
    ])
      expect(columnsOf(words, 'Mia,Berg,kein')[2], words).toBe('email');
    expect(columnsOf('E-Mail Mutter,E-Mail Vater').slice(2)).toEqual(['email', 'email']);
    expect(columnsOf('Kontakt,Ort', 'Mia,Berg,a@x.example,Bonn\nBen,Alt,kein,Bonn')[2]).toBe('email');
  });

  it('name dates of birth in the ways of lists', () => {
    const birthsOf = (...cells: string[]) =>
      linesOf(['Vorname;Nachname;Geburtsdatum', ...cells.map((cell) => `A;B;${cell}`)].join('\n')).map(
        ({ born_on, birth_unread }) => (birth_unread ? 'unread' : born_on),
      );
    expect(birthsOf('31.5.2014', '03/05/2014', '2014-05-31', '2014-05-31 00:00:00', '')).toEqual([
      ...['2014-05-31', '2014-05-03', '2014-05-31', '2014-05-31', null],
    ]);
    // One date that can only be read that way says it of the whole column.
    expect(birthsOf('5/31/2014', '3/5/2014', '3.5.2014')).toEqual(['2014-05-31', '2014-03-05', '2014-05-03']);
    expect(birthsOf('31.5.14', '1.1.79', '5/6/09', '41790', '41790,0')).toEqual([
      ...['2014-05-31', '1979-01-01', '2009-06-05', '2014-05-31', '2014-05-31'],
    ]);
    expect(birthsOf('30.2.2014', '30.2.14', '00.00.0000', '99999', 'Mai 2014')).toEqual(
      Array.from({ length: 5 }, () => 'unread'),
    );
  });

  it('name functions, of which some make photographers and none is a fault', () => {
    const rolesOf = (...cells: string[]) =>
      linesOf(['Vorname;Nachname;Funktion', ...cells.map((cell) => `A;B;${cell}`)].join('\n')).map(
        ({ role, fault }) => fault ?? role,
      );
    expect(
      rolesOf('Kassenwart', 'Fotograf', 'Trainerin, Fotografin', 'Fotograf:in', 'Foto-Wart', ''),
    ).toEqual([...['member', 'photographer', 'photographer', 'photographer', 'photographer', 'member']]);
  });

  it('keep cells that look like formulas as text', () => {
    expect(linesOf('Vorname;Nachname\n=1+1;@SUM(A1)\n-Anna;+Jäger\n')).toMatchObject([
      { first_name: '=1+1', last_name: '@SUM(A1)', fault: null },
      { first_name: '-Anna', last_name: '+Jäger', fault: null },
    ]);
  });
});

describe('files that are no list', () => {
  it('are refused with what is wrong', () => {
    expect(errorOf(new Uint8Array())).toBe('import_file_empty');
    expect(errorOf(text(' \n\n'))).toBe('import_file_empty');
    expect(errorOf(text('Vorname;Nachname\n'))).toBe('import_file_empty');
    expect(errorOf(text('Vorname;Nachname\nAnna;J\0ger\n'))).toBe('import_file_not_text');
    expect(errorOf(Buffer.concat([text('PK\u0003\u0004'), Buffer.alloc(40)]))).toBe('import_file_not_text');
    expect(errorOf(text('Vorname;Nachname\n"Anna;Jäger\nBea;Weiß\n'))).toBe('import_quotes_broken');
    expect(errorOf(text('Vorname;Nachname\nAn"na;Jäger\n'))).toBe('import_quotes_broken');
    expect(errorOf(text(`Vorname;Nachname\n"Anna${'x'.repeat(200_000)};Jäger\n`))).toBe(
      'import_quotes_broken',
    );
    expect(errorOf(new Uint8Array(2_000_001).fill(0x61))).toBe('import_file_too_large');
  });

  it('may have 5,000 lines and no more', () => {
    const list = (count: number) => text(`Vorname;Nachname\n${'Anna;Jäger\n'.repeat(count)}`);
    expect(readList(list(5_000)).lines).toHaveLength(5_000);
    expect(errorOf(list(5_001))).toBe('import_too_many_lines');
    expect(errorOf(list(6_000))).toBe('import_too_many_lines');
  });

  it('are never answered with an unexpected error, whatever they hold', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.string({ unit: 'binary', maxLength: 300 }).map(text),
          fc
            .string({
              unit: fc.constantFrom('"', ';', ',', '\t', '\n', '\r', 'a', '@', '.', ' '),
              maxLength: 60,
            })
            .map(text),
        ),
        (bytes) => typeof errorOf(bytes) === 'string',
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('a list with too many columns', () => {
  const row = (cells: Record<number, string>, width: number) =>
    Array.from({ length: width }, (_, position) => cells[position] ?? `x${position}`).join(';');

  it('is read in fifty, those with known words above them among them', () => {
    const header = row({ 3: 'Vorname', 60: 'Nachname', 91: 'E-Mail' }, 92);
    const list = readList(text(`${header}\n${row({ 3: 'Anna', 60: 'Jäger', 91: 'a@x.example' }, 92)}\n`));
    expect(list.columns).toHaveLength(50);
    expect(list.columns.map(({ header: word }) => word).slice(-3)).toEqual(['x47', 'Nachname', 'E-Mail']);
    expect(list.lines).toMatchObject([{ first_name: 'Anna', last_name: 'Jäger', email: 'a@x.example' }]);
    // What is answered can be sent back.
    const columns = list.columns.map(({ meaning }) => meaning);
    expect(linesOf(`${header}\n${row({ 3: 'Anna' }, 92)}\n`, { columns })[0]).toMatchObject({
      first_name: 'Anna',
      last_name: 'x60',
    });
  });

  it('has the first fifty where nothing is known of them', () => {
    const { columns } = readList(text(`${row({}, 300)}\n${row({}, 300)}\n`), {
      has_header: false,
      separator: 'semicolon',
    });
    expect(columns.map(({ samples }) => samples[0])).toEqual(Array.from({ length: 50 }, (_, i) => `x${i}`));
  });

  it('has cells of 500 characters at most', () => {
    const { columns, lines } = readList(text(`Vorname;Notiz\nAnna;${'n'.repeat(5_000)}\n`));
    expect(columns[1]?.samples).toEqual(['n'.repeat(500)]);
    expect(lines).toMatchObject([{ first_name: 'Anna', fault: null }]);
    expect(linesOf(`Vorname\n${'n'.repeat(5_000)}\n`)[0]?.fault).toBe('name_too_long');
  });
});
