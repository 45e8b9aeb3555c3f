import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { cellOf, workbook } from '#tests/support/workbook.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { look, lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, expectSuccess, join, newClub, newUser, type TestUser } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

/** Nothing that assistive technology stumbles over, and nothing wider than the phone. */
async function expectGood(page: Page) {
  await expectAccessible(page);
  await expectFitsWidth(page);
}

const words = {
  en: {
    open: /^Invitations/,
    close: 'Close',
    link: 'Import a list',
    choose: 'Choose a file',
    encoding: 'Encoding',
    mac: 'Mac OS Roman',
    duplicates: 'Same person?',
    all: 'All lines',
    filter: 'Show',
    duplicate: /Anna Jäger is another person, invite$/,
    people: 'List members, and invite them',
    peopleAdded: /^4 people are added to the list of people/,
    children: 'List children, and invite a guardian of each',
    guardians: 'Invite 5 guardians',
    sample: 'Sample: children',
    sampleHeader: "First name,Last name,Date of birth,Parents' email",
    peopleListed: '3 people are on the list of people now.',
    before: 'Invite 2 people',
    import: 'Invite 3 people',
    done: '3 invitations made',
    print: 'Print slips',
    warned: 'Nobody else can open this address',
    leftOut: '1 line was left out',
    leftOutTable: 'Lines that were left out',
    saveLeftOut: 'Save these lines as CSV',
    csv: 'Save as CSV',
    header: 'First name,Last name,Email,Role,State,Accepted by',
    undo: 'Undo import',
    undone: 'The import was undone.',
    wasUndone: 'Undone',
  },
  de: {
    open: /^Einladungen/,
    close: 'Schließen',
    link: 'Liste importieren',
    choose: 'Datei wählen',
    encoding: 'Zeichenkodierung',
    mac: 'Mac OS Roman',
    duplicates: 'Dieselbe Person?',
    all: 'Alle Zeilen',
    filter: 'Anzeigen',
    duplicate: /Anna Jäger ist eine andere Person, einladen$/,
    people: 'Mitglieder in die Personenliste aufnehmen und einladen',
    peopleAdded: /^4 Personen kommen in die Personenliste/,
    children: 'Kinder in die Personenliste aufnehmen und je eine sorgeberechtigte Person einladen',
    guardians: '5 Sorgeberechtigte einladen',
    sample: 'Muster: Kinder',
    sampleHeader: 'Vorname;Nachname;Geburtsdatum;E-Mail der Eltern',
    peopleListed: '3 Personen stehen jetzt in der Personenliste.',
    before: '2 Personen einladen',
    import: '3 Personen einladen',
    done: '3 Einladungen angelegt',
    print: 'Zettel drucken',
    warned: 'Diese Adresse kann sonst niemand öffnen',
    leftOut: '1 Zeile wurde ausgelassen',
    leftOutTable: 'Ausgelassene Zeilen',
    saveLeftOut: 'Diese Zeilen als CSV sichern',
    csv: 'Als CSV sichern',
    header: 'Vorname;Nachname;E-Mail;Rolle;Stand;Angenommen von',
    undo: 'Import rückgängig machen',
    undone: 'Der Import ist rückgängig gemacht.',
    wasUndone: 'Rückgängig gemacht',
  },
} as const;

/** As Excel writes it in German: semicolons, Windows-1252. */
const listOf = (member: TestUser) =>
  Buffer.from(
    [
      'Nr.;Nachname;Vorname;E-Mail;Geburtsdatum',
      `1;Muster;Max;${member.username}@example.org;3.5.2019`,
      '2;Jäger;Anna;anna@verein.example;1.2.2020',
      '3;Weiß;=Jörg;;2020',
      '4;Jäger;Anna;andere.anna@verein.example;',
      '5;Groß;Uwe;keine Adresse;',
      '',
    ].join('\r\n'),
    'latin1',
  );

for (const language of languages)
  test.describe(`a list of members in ${language}`, () => {
    test.use({
      viewport: viewports.phone,
      colorScheme: language === 'en' ? 'light' : 'dark',
      locale: language === 'en' ? 'en-GB' : 'de-DE',
    });

    test('is imported with a phone: looked at, corrected, carried out, printed, saved and undone', {
      tag: ONLY_IN_ALL,
    }, async ({ context, page }) => {
      test.slow();
      const say = words[language];
      const club = await newClub();
      const [head, member] = [await newUser(), await newUser()];
      await join(club, member, true);
      await expectSuccess((await adminUser()).call('POST', `/clubs/${club.id}/admins/${head.id}`));
      await signInAs(context, head, language);
      await page.addInitScript(() => {
        window.print = () => document.body.setAttribute('data-print-asked', '');
      });

      await page.goto(`/clubs/${club.id}/manage`);
      await page.getByRole('tab', { name: say.open }).click();
      await page.getByRole('link', { name: say.link }).click();
      await expect(page.getByRole('heading', { level: 1, name: say.link })).toBeVisible();
      await expectGood(page);

      await look(page, `import-${language}`);
      const sample = page.waitForEvent('download');
      await page.getByRole('button', { name: say.sample }).click();
      const [columns] = (await readFile((await (await sample).path()) ?? '', 'utf8')).split('\r\n');
      expect(columns).toBe(`\ufeff${say.sampleHeader}`);

      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: say.choose }).click();
      await (await chooser).setFiles({
        name: 'Mitglieder 2026.csv',
        mimeType: 'text/csv',
        buffer: listOf(member),
      });
      const table = page.getByRole('table');
      await expect(table.getByRole('row')).toHaveCount(6);
      await expect(table).toContainText('Jörg Weiß');
      // Everybody whose date of birth is known is under 18.
      await expect(page.getByRole('radio', { name: say.children })).toBeChecked();
      await expect(page.getByRole('button', { name: say.guardians })).toBeEnabled();
      await expect(page.getByText(say.peopleAdded)).toBeVisible();
      await expectGood(page);
      await lookEverywhere(page, `import-children-${language}`);
      await page.getByRole('radio', { name: say.people }).click();
      await expect(page.getByRole('button', { name: say.before })).toBeEnabled();
      await expectGood(page);
      await look(page, `import-people-${language}`);

      // A guess is corrected, and put right again.
      const encoding = page.getByRole('combobox', { name: say.encoding });
      await encoding.click();
      await page.getByRole('option', { name: say.mac }).click();
      await expect(table).not.toContainText('Jörg Weiß');
      await encoding.click();
      await page.getByRole('option', { name: 'Windows (1252)' }).click();
      await expect(table).toContainText('Jörg Weiß');

      await page.getByRole('combobox', { name: say.filter }).click();
      await page.getByRole('option', { name: say.duplicates }).click();
      await expect(table.getByRole('row')).toHaveCount(2);
      await page.getByRole('checkbox', { name: say.duplicate }).check();
      await page.getByRole('button', { name: say.import }).click();

      await expect(page.getByRole('heading', { name: say.done })).toBeInViewport();
      await expect(page.getByText(say.peopleListed)).toBeVisible();
      await expect(page.getByText(say.warned)).toBeVisible();
      await expect(page.getByRole('heading', { name: say.leftOut })).toBeVisible();
      const leftOut = page.getByRole('table', { name: say.leftOutTable });
      await expect(leftOut.getByRole('row')).toHaveCount(2);
      await expect(leftOut).toContainText('Uwe Groß');
      await expectGood(page);
      await look(page, `import-done-${language}`);
      const rest = page.waitForEvent('download');
      await page.getByRole('button', { name: say.saveLeftOut }).click();
      const lines = (await readFile((await (await rest).path()) ?? '', 'utf8')).trim().split('\r\n');
      expect(lines).toHaveLength(2);
      expect(lines[1]).toMatch(/^6[;,]Uwe[;,]Groß/);
      await page.getByRole('button', { name: say.print, exact: true }).click();
      const sheet = page.getByTestId('print-sheet');
      await expect(page.locator('body[data-print-asked]')).toBeAttached();
      await expect(sheet.getByRole('article', { includeHidden: true })).toHaveCount(3);
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));

      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: say.csv, exact: true }).click();
      const csv = await readFile((await (await download).path()) ?? '', 'utf8');
      expect(csv.split('\r\n')[0]).toBe(`\ufeff${say.header}`);
      expect(csv).toContain("\r\n'=Jörg");

      await page.getByRole('button', { name: say.undo, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: say.undo }).click();
      await expect(page.getByText(say.undone)).toBeVisible();
      await expect(page.getByRole('table').getByText(say.wasUndone)).toBeVisible();
      // Buttons that are partly below a message or the bar of the page would count as small ones.
      await expect(page.getByRole('button', { name: say.close, exact: true })).toHaveCount(0);
      await page.evaluate(() => scrollTo(0, 0));
      await expectGood(page);
      const left = await expectSuccess(head.call<{ total: number }>('GET', `/clubs/${club.id}/invitations`));
      expect(left.total).toBe(0);
      const people = await expectSuccess(head.call<{ total: number }>('GET', `/clubs/${club.id}/people`));
      expect(people.total).toBe(0);
    });
  });

test('a list of children comes onto the list of people, and nobody is invited', { tag: ONLY_IN_ALL }, async ({
  context,
  page,
}) => {
  const [club, head] = [await newClub(), await adminUser()];
  await signInAs(context, head);
  const people = `/clubs/${club.id}/manage?tab=people`;
  const importList = async (content: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    const file = { name: 'children.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
    await (await chooser).setFiles(file);
    await expect(page.getByRole('row', { name: /New$/ })).toHaveCount(1);
    await lookEverywhere(page, 'import-only-people');
    await page.getByRole('button', { name: 'Put 1 person on the list of people' }).click();
    await expect(page.getByRole('heading', { name: '1 person is on the list of people now.' })).toBeVisible();
    await expectGood(page);
  };
  await page.goto(people);
  await page.getByRole('main').getByRole('link', { name: 'Import a list' }).click();
  await importList('First name,Last name\nMia,Berg\n');
  await page.getByRole('link', { name: 'Open the list of people' }).click();
  await page.getByRole('button', { name: 'More actions for Children and players' }).click();
  await page.getByRole('menuitem', { name: 'Import a list' }).click();
  await importList('First name,Last name,Email\nMia,Berg,\nBen,Berg,none\n');
  const { total } = await expectSuccess(head.call<{ total: number }>('GET', `/clubs/${club.id}/invitations`));
  expect(total).toBe(0);
});

test('a file that is no list is refused in words, and another can be chosen', { tag: ONLY_IN_ALL }, async ({
  context,
  page,
}) => {
  const club = await newClub();
  await signInAs(context, await adminUser());
  await page.goto(`/clubs/${club.id}/import`);
  const choose = async (content: string, again = false) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: again ? 'Choose another file' : 'Choose a file' }).click();
    const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
    await (await chooser).setFiles(file);
  };
  await choose('PK\u0003\u0004\u0000\u0000');
  await expect(page.getByRole('alert')).toContainText('This is not a text file.');
  await expect(page.getByRole('combobox', { name: 'Separator' })).toHaveCount(0);
  await choose('First name,Last name\n"Anna,Jäger\n', true);
  await expect(page.getByRole('alert')).toContainText('A quotation mark is missing or in excess near line');
  await choose('x'.repeat(2_000_001), true);
  await expect(page.getByRole('alert').filter({ hasText: 'larger than 2 MB' })).toBeVisible();
  await choose('First name,Last name\nAnna,Jäger\n', true);
  await expect(page.getByRole('button', { name: 'Invite 1 person' })).toBeEnabled();
});

test('an Excel file is read on the page, which lets no code in that is made of text', async ({
  page,
  context,
}) => {
  const club = await newClub();
  await signInAs(context, await adminUser());
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  // Large enough for the reader to unpack it in a worker.
  const people = Array.from({ length: 4_000 }, (_, index) => index + 2);
  const rows = people.map(
    (row) =>
      `<row r="${row}">${cellOf(`A${row}`, `Jörg ${'x'.repeat(40)}`)}${cellOf(`B${row}`, `Weiß ${row}`)}</row>`,
  );
  const file = workbook(
    `<row r="1">${cellOf('A1', 'Vorname')}${cellOf('B1', 'Nachname')}</row>${rows.join('')}`,
  );
  await page.goto(`/clubs/${club.id}/import?only=people`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({
    name: 'U9.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await file.arrayBuffer()),
  });
  await expect(page.getByRole('button', { name: 'Put 4,000 people on the list of people' })).toBeEnabled();
  expect(refused).toEqual([]);
});
