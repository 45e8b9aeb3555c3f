import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { changeLanguage } from '#client/i18n/i18next-setup.ts';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const nothingDone = {
  name: false,
  club: false,
  event: false,
  photos: false,
  people: false,
  invitation: false,
};
const firstSteps = (done: Partial<typeof nothingDone>, public_url: string | null = null) => ({
  stats: { firstSteps: { done: { ...nothingDone, ...done }, club_id: 'club-1', public_url } },
  myPhotos: { hasFamily: { status: 'none' as const, asked: [] } },
});
const address = () => location.pathname + location.search;

afterEach(() => act(() => changeLanguage('en')));

test('the first steps say what is next and where it is done, until they are hidden', async () => {
  const { user } = renderApp('/', {
    as: userWith('admin'),
    answers: firstSteps({ name: true, club: true }),
  });
  const card = within(await screen.findByRole('region', { name: 'First steps' }));
  expect(card.getAllByRole('listitem')[0]).toHaveTextContent('Done');
  const next = card.getAllByRole('listitem').filter((step) => step.getAttribute('aria-current') === 'step');
  expect(next.map(({ textContent }) => textContent).join()).toMatch(/^Create an event/);
  expect(card.getByText('Start the server with PUBLIC_URL, so that others can reach it.')).toBeVisible();
  const links = Object.fromEntries(
    card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  );
  expect(links).toEqual({
    'Name and address': '/admin/settings',
    'Create a club': '/clubs?new=1',
    'Create an event': '/events?new=1',
    'Create a gallery and add photos': '/add-photos',
    'List the children and players': '/clubs/club-1/manage?tab=people',
    'Invite people': '/clubs/club-1/manage?tab=invitations',
  });
  await user.click(card.getByRole('button', { name: 'Hide the first steps' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  cleanup();
  renderApp('/', { as: userWith('admin'), answers: firstSteps({}) });
  expect(await screen.findByRole('heading', { name: 'Coming up' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

test('once the first steps are done, one line says what the server still lacks, until it has it', async () => {
  const all = { name: true, club: true, event: true, photos: true, people: true, invitation: true };
  const publicSettings = sampleAnswer('installationSettings', 'public');
  const backups = sampleAnswer('backups', 'status');
  const open = (public_address: 'set' | 'unset', made_at: string | null) =>
    renderApp('/', {
      as: userWith('admin'),
      answers: {
        ...firstSteps(all),
        installationSettings: { public: { ...publicSettings, public_address } },
        backups: { status: { ...backups, made_at } },
      },
    });
  open('unset', null);
  const line = within(await screen.findByRole('region', { name: 'Still open on this server:' }));
  expect(line.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Set the address at which others reach it', '/admin/settings#address'],
    ['Make the first backup', '/admin/settings#backup'],
  ]);
  cleanup();
  open('set', '2026-11-30T12:00:00.000Z');
  expect(await screen.findByRole('heading', { name: 'Coming up' })).toBeVisible();
  await waitFor(() => expect(document.querySelector('[data-waiting]')).toBeNull());
  expect(screen.queryByRole('region', { name: 'Still open on this server:' })).toBeNull();
});

test('a step that is done in a dialog opens it, and leaves nothing of that in the address', async () => {
  const { user } = renderApp('/', { as: userWith('admin'), answers: firstSteps({}) });
  await user.click(await screen.findByRole('link', { name: 'Create a club' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toBeVisible();
  await waitFor(() => expect(address()).toBe('/clubs'));
});

test('whoever sets up the club is asked whose photos they look for once the first steps are out of the way', async () => {
  const myPhotos = { hasFamily: { status: 'possible' as const, asked: [] } };
  const { user } = renderApp('/', { as: userWith('admin'), answers: { ...firstSteps({}), myPhotos } });
  const question = () => screen.queryByRole('heading', { name: 'Whose photos are you looking for?' });
  const card = within(await screen.findByRole('region', { name: 'First steps' }));
  expect(question()).toBeNull();
  await user.click(card.getByRole('button', { name: 'Hide the first steps' }));
  await waitFor(() => expect(question()).toBeVisible());
});

test.each(['/', '/my-photos'])('at %s a club’s question comes before one’s own', async (path) => {
  const asked = [{ id: 'g', name: 'Mia', club_name: 'TSV Nord', club_person_id: 'mia' }];
  const mine = sampleAnswer('family', 'mine');
  const people = [{ ...mine.people[0]!, id: 'mia', name: 'Mia', relation: 'child' as const }];
  const { user, server } = renderApp(path, {
    as: userWith(),
    answers: {
      myPhotos: { hasFamily: { status: 'possible', asked }, family: { members: [] } },
      family: { mine: { ...mine, people, asked: [], claims: [] } },
    },
  });
  const yes = await screen.findByRole('button', { name: 'Yes, I am' });
  expect(screen.getByText('Are you a guardian of Mia?')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Whose photos are you looking for?' })).toBeNull();
  server.answer('myPhotos.hasFamily', { status: 'known', asked: [] });
  await user.click(yes);
  expect(await screen.findByText('You now answer for Mia.')).toBeVisible();
  expect(server.inputsOf('family.accept')).toEqual([{ id: 'g' }]);
  await waitFor(() => expect(address() + location.hash).toBe('/family#mia'));
  const answers = within(await screen.findByRole('heading', { name: 'Mia' }).then((it) => it.parentElement!));
  await waitFor(() => expect(answers.getAllByRole('button')[0]).toHaveFocus());
});

test('the first steps go once all are done', async () => {
  const all = { name: true, club: true, event: true, photos: true, people: true, invitation: true };
  renderApp('/', { as: userWith('admin'), answers: firstSteps(all) });
  expect(await screen.findByRole('heading', { name: 'Coming up' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

test('administrators read who waits for them, each with the way there, and others nothing', async () => {
  const clubs = [
    { id: 'club-1', name: 'TSV Nord', requests: 2, claims: 1, erasures: 1 },
    { id: 'club-2', name: 'SC Süd', requests: 0, claims: 3, erasures: 0 },
  ];
  const nothing = { requests: 0, guest_photos: 0, people: 0, refused: 0, club_ids: [] };
  const galleries = [
    { ...nothing, id: 'gallery-1', name: 'Cup final', requests: 1, guest_photos: 2, people: 3 },
    { ...nothing, id: 'gallery-2', name: 'Derby', refused: 2 },
  ];
  const answers = { stats: { waiting: { clubs, galleries } } };
  renderApp('/', { as: userWith('club_admin'), answers });
  const region = within(await screen.findByRole('region', { name: 'Waiting for your answer' }));
  const links = region.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['2 people may not be shown outside. Are they on the photos?', '/gallery/gallery-2?check=1'],
    ['2 requests to join wait', '/clubs/club-1/manage?tab=requests'],
    ['1 request from a family waits', '/clubs/club-1/manage?tab=people'],
    ['1 request to delete somebody waits', '/clubs/club-1/manage?tab=people'],
    ['3 requests from families wait', '/clubs/club-2/manage?tab=people'],
    ['1 hidden photo to decide', '/gallery/gallery-1/takedowns'],
    ['3 people somebody asks about', '/gallery/gallery-1?check=1'],
    ['2 photos from guests wait', '/gallery/gallery-1/guest-photos'],
  ]);
  cleanup();
  // What others wait for comes before what one may look for oneself.
  const myPhotos = { hasFamily: { status: 'possible' as const, asked: [] } };
  renderApp('/', { as: userWith('club_admin'), answers: { ...answers, myPhotos } });
  const waits = await screen.findByRole('region', { name: 'Waiting for your answer' });
  const whose = await screen.findByRole('heading', { name: 'Whose photos are you looking for?' });
  expect(waits.compareDocumentPosition(whose)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  cleanup();
  for (const [as, of] of [
    [userWith('club_admin'), []],
    [userWith(), clubs],
  ] as const) {
    renderApp('/', { as, answers: { stats: { waiting: { clubs: [...of], galleries: [] } } } });
    expect(await screen.findByRole('heading', { name: 'Coming up' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Waiting for your answer' })).toBeNull();
    cleanup();
  }
});

test('members see the latest photos of everybody of their family who may be found, with how many are new, before everything else', async () => {
  const [member] = sampleAnswer('myPhotos', 'family').members;
  const lina = { ...member!, is_self: false, id: 'lina', first_name: 'Lina', find: 'yes' as const };
  const without = { ...lina, id: 'max', first_name: 'Max', references: [] };
  const refused = { ...lina, id: 'ben', first_name: 'Ben', find: 'no' as const };
  const photos = sampleAnswer('myPhotos', 'photos', { new_photos: 2, total: 9 });
  const answers = {
    myPhotos: {
      hasFamily: { status: 'known' as const, asked: [] },
      family: { members: [lina, without, refused] },
      photos,
    },
  };
  renderApp('/', { as: userWith(), answers });
  const region = within(await screen.findByRole('region', { name: 'My photos' }));
  const link = region.getByRole('link', { name: /^Lina/ });
  await waitFor(() => expect(link).toHaveTextContent('2 new photos since last time'));
  expect(link).toHaveAttribute('href', '/my-photos?tab=lina');
  expect(region.getByRole('link', { name: /^Max/ })).toHaveAttribute('href', '/my-photos?tab=max');
  expect(region.queryByText('Ben')).toBeNull();
});

test.each([0, 2])(
  'the card of an event with %i galleries leads to its page, which shows them',
  async (count) => {
    const list = sampleAnswer('galleries', 'list');
    const events = sampleAnswer('events', 'list');
    const event = { ...events.events[0]!, id: 'id-1', name: 'Cup final', gallery_count: count };
    const galleries = ['Morning', 'Evening']
      .slice(0, count)
      .map((name) => ({ ...list.galleries[0]!, id: name, name }));
    const { user } = renderApp('/events', {
      as: userWith(),
      answers: {
        events: { list: { ...events, events: [event], total: 1 }, get: { ...event, clubs: [] } },
        galleries: { list: { ...list, galleries, total: count } },
      },
    });
    await user.click(await screen.findByRole('link', { name: 'Cup final' }));
    await waitFor(() => expect(address()).toBe('/events/id-1/galleries'));
    await screen.findByRole('heading', { level: 1, name: 'Cup final' });
    if (count === 0) expect(await screen.findByText(/^No galleries yet/)).toBeVisible();
    for (const { name } of galleries) expect(await screen.findByRole('link', { name })).toBeVisible();
  },
);

test('figures of one are in the singular', async () => {
  await act(() => changeLanguage('de'));
  const figures = { clubs_joined: 1, events_attended: 2, photos_shared: 1, achievements: 0 };
  renderApp('/', { as: userWith('member'), answers: { stats: { dashboard: figures } } });
  const shown = await screen.findByLabelText('Ihre Saison in Zahlen');
  await waitFor(() => expect(shown).toHaveTextContent('Verein1Besuchte Termine2Hochgeladenes Foto1Erfolge0'));
});

test('one question or piece of advice at a time, what a club asks first', async () => {
  const asked = [{ id: 'g', name: 'Mia', club_name: 'TSV Nord', club_person_id: 'mia' }];
  const advised = { ...userWith('admin'), second_factor_advice: { needed_from: null, is_needed: false } };
  const heading = (name: string) => screen.queryByRole('heading', { name });
  const steps = 'First steps';
  const factor = 'Protect your administrator account';
  const hasFamily = { status: 'possible' as const, asked };
  renderApp('/', { as: advised, answers: { ...firstSteps({}), myPhotos: { hasFamily } } });
  expect(await screen.findByText('Are you a guardian of Mia?')).toBeVisible();
  expect([heading(factor), heading(steps)]).toEqual([null, null]);
  cleanup();
  const { user } = renderApp('/', { as: advised, answers: firstSteps({}) });
  await user.click(await screen.findByRole('button', { name: 'Hide the first steps' }));
  const advice = await screen.findByRole('region', { name: factor });
  expect(heading(steps)).toBeNull();
  await user.click(within(advice).getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(heading(factor)).toBeNull());
  cleanup();
  const required = {
    ...advised,
    second_factor_advice: { needed_from: '2026-12-07T10:00:00Z', is_needed: false },
  };
  localStorage.clear();
  renderApp('/', { as: required, answers: firstSteps({}) });
  expect(await screen.findByRole('region', { name: factor })).toBeVisible();
  expect(heading(steps)).toBeNull();
});

test('a club lists galleries that people outside see first of what is to do, where somebody refused to be seen', async () => {
  const nothing = { requests: 0, guest_photos: 0, people: 0, refused: 0 };
  const galleries = [
    { ...nothing, id: 'gallery-1', name: 'Cup final', refused: 1, club_ids: ['id-1'] },
    { ...nothing, id: 'gallery-2', name: 'Derby', refused: 1, club_ids: ['another'] },
    { ...nothing, id: 'gallery-3', name: 'Final', requests: 1, club_ids: ['id-1'] },
  ];
  renderApp('/clubs/id-1/manage', {
    as: userWith('admin'),
    answers: { stats: { waiting: { clubs: [], galleries } } },
  });
  const toDo = within(await screen.findByRole('region', { name: 'To do' }));
  const text = 'Cup final: 1 person may not be shown outside. Are they on the photos?';
  const check = await toDo.findByRole('link', { name: text });
  expect(check).toHaveAttribute('href', '/gallery/gallery-1?check=1');
  expect(toDo.getAllByRole('link')[0]).toBe(check);
  expect(toDo.getAllByRole('link', { name: /may not be shown outside/ })).toHaveLength(1);
});
