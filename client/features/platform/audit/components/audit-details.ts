import type { TFunction } from 'i18next';
import type { Formats } from '#client/lib/format.ts';
import { type Purpose, purposes } from '#server/contract/consent.ts';
import { registrationModes, secondFactorModes } from '#server/contract/schemas/installation-settings.ts';
import type { AuditEntry } from '#server/contract/schemas/users.ts';

type Params = AuditEntry['params'];
interface Words {
  t: TFunction;
  format: Formats;
}

/** The params of entries that are said, with their labels below `audit.field`; the others are ids and the like. */
const said = [
  'name',
  'sport_type',
  'refused_outside',
  'takes_claims',
  'is_active',
  'registration',
  'allow_past_events',
  'link_months',
  'bin_days',
  'admin_second_factor',
  'imprint_url',
  'privacy_url',
  'recognition_model',
  'detector_backend',
  'distance_metric',
  'match_threshold',
  'min_confidence',
  'min_size_ratio',
  'photos',
  'lines',
  'invitations',
  'people',
  'mails',
  'links',
  'count',
  'months',
  'quota_bytes',
  'kept_until',
  'left_on',
  'purpose',
  'licence',
] as const;
/** Fields that an entry names without what they were. */
const onlyNamed = ['username', 'email', 'first_name', 'last_name', 'description'] as const;
type Field = (typeof said)[number] | (typeof onlyNamed)[number];
const isField = (name: unknown): name is Field => [...said, ...onlyNamed].some((field) => field === name);

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value;

/** What an entry says besides its action: each fact, or what it was and what it is now, in words. */
export function detailsOf(words: Words, { action, params, club_name }: AuditEntry): string[] {
  const { t, format } = words;
  const facts = said
    .filter((field) => field in params)
    .map((field) => {
      const value = params[field];
      const label = t(`audit.field.${field}`);
      const word = (one: unknown) => wordOf(words, field, one);
      return isChange(value)
        ? t('audit.change', { label, from: word(value.from), to: word(value.to) })
        : t('audit.fact', { label, value: word(value) });
    });
  const fields = namedFields(params).map((field) => t(`audit.field.${field}`));
  return [
    ...(fields.length > 0
      ? [t('audit.fact', { label: t('audit.changed'), value: format.list(fields) })]
      : []),
    ...(action.startsWith('role.') && 'club_id' in params ? [whereOf(words, params, club_name)] : []),
    ...facts,
  ].filter(Boolean);
}

/** Without those of which the entry says more. */
const namedFields = ({ fields, ...params }: Params): Field[] =>
  Array.isArray(fields) ? fields.filter(isField).filter((field) => !(field in params)) : [];

/** Where a role holds. */
function whereOf({ t }: Words, params: Params, clubName: string | null): string {
  if (params.club_id === null) return t('audit.everywhere');
  return clubName ? t('audit.fact', { label: t('audit.field.club'), value: clubName }) : '';
}

function wordOf({ t, format }: Words, field: Field, value: unknown): string {
  if (value === null || value === undefined) return t('audit.unset');
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
  if (field === 'quota_bytes') return format.bytes(Number(value));
  if (field === 'kept_until' || field === 'left_on') return format.date(String(value));
  if (field === 'purpose') {
    const purpose = purposes.find((one): one is Purpose => one === value);
    return purpose ? t(`family.purpose.${purpose}`) : String(value);
  }
  if (field === 'registration') {
    const mode = registrationModes.find((one) => one === value);
    return mode ? t(`installation_settings.mode.${mode}`) : String(value);
  }
  if (field === 'admin_second_factor') {
    const mode = secondFactorModes.find((one) => one === value);
    return mode ? t(`installation_settings.second_factor_mode.${mode}`) : String(value);
  }
  if (field === 'refused_outside') return t(value === 'blur' ? 'audit.faces_blurred' : 'audit.left_out');
  return typeof value === 'number' ? format.number(value) : String(value);
}
