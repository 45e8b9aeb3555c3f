import { type Kysely, sql } from 'kysely';

/** An account of a person's club that is a member. */
const isMember = (userId: string) => `exists (
            select from club_membership m join app_user u on u.id = m.user_id
            where m.club_id = asked.club_id and m.user_id = ${userId} and m.status = 'approved' and u.is_active)`;

/** The last answer of a source that is valid. */
const last = (source: string) => `(
            select c.answer from consent c
            where c.club_person_id = asked.id and c.purpose = for_purpose and ${source}
              and (c.valid_until is null or c.valid_until >= today) and c.id is distinct from without
            order by c.said_at desc, c.id desc limit 1)`;

/**
 * What holds for a person and a purpose now, as a function: it is planned once for each connection, and no more within every
 * statement that asks (docs/decisions/0087).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function current_consent(person uuid, for_purpose text, today date, own_yes integer, adult integer, without uuid)
    returns text language plpgsql stable parallel safe cost 1000 set plan_cache_mode = force_generic_plan as $$
    begin
      return (
        select case
          when age >= adult and self is not null
            then case when self = 'yes' and paper is distinct from 'no' and paper is distinct from 'withdrawn'
              then 'yes' else 'no' end
          when self in ('no', 'withdrawn') or paper in ('no', 'withdrawn') or refused then 'no'
          -- An earlier refusal, maybe of a former guardian, counts until a present guardian answers, or the person if adult
          -- or of unknown age.
          when refused_before and not answered and (self is null or age < adult) then 'no'
          when age is null and guardians = 0 then case when self = 'yes' or paper = 'yes' then 'yes' else 'unknown' end
          when (paper = 'yes' or agreed) and (age is null or age < own_yes or age >= adult or not has_self or self = 'yes')
            then 'yes'
          else 'unknown'
        end
        from (
          select
            extract(year from age(today, asked.born_on))::int as age, own.has_self,
            case when own.has_self then ${last(`c.said_as = 'self' and c.said_by = asked.user_id`)} end as self,
            ${last(`c.said_as = 'paper'`)} as paper,
            -- A valid refusal of any source that is followed neither by an answer of the same source nor by one on paper. The
            -- source may be a guardian who has left the club. A refusal of a deleted account is followed by no answer of its
            -- own, because the rows no longer say which account gave them.
            for_purpose = 'outside' and exists (
              select from consent refusal
              where refusal.club_person_id = asked.id and refusal.purpose = for_purpose
                and refusal.answer in ('no', 'withdrawn') and (refusal.valid_until is null or refusal.valid_until >= today)
                and refusal.id is distinct from without
                and not exists (
                  select from consent later
                  where later.club_person_id = refusal.club_person_id and later.purpose = refusal.purpose
                    and (later.said_as = 'paper' or (later.said_as = refusal.said_as and later.said_by = refusal.said_by))
                    and (later.valid_until is null or later.valid_until >= today) and later.id is distinct from without
                    and (later.said_at, later.id) > (refusal.said_at, refusal.id))) as refused_before,
            g.guardians, g.answered, g.refused, g.agreed
          from club_person asked,
          lateral (
            select asked.user_id is not null and ${isMember('asked.user_id')} as has_self
          ) own,
          lateral (
            select count(*)::int as guardians,
              coalesce(bool_or(answer is not null), false) as answered,
              coalesce(bool_or(answer in ('no', 'withdrawn')), false) as refused,
              coalesce(bool_or(answer = 'yes'), false) as agreed
            from (
              select ${last(`c.said_as = 'guardian' and c.said_by = gs.user_id`)} as answer
              from guardianship gs
              where gs.club_person_id = asked.id and gs.state = 'confirmed' and ${isMember('gs.user_id')}
            ) each
          ) g
          where asked.id = person
        ) facts);
    end $$`)
    .execute(db);
}
