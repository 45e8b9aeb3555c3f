-- The schema that the migrations in before-0.1.0 lead to, dumped by pg_dump: an empty database gets it in their place.
-- A test compares the two. What changes from now on is a migration beside this file.

create extension if not exists vector;

CREATE FUNCTION keep_storage_totals() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      if tg_op = 'INSERT' then
        
    insert into gallery_storage select gallery_id, count(*), sum(bytes) from added
      where gallery_id is not null group by gallery_id order by gallery_id
      on conflict (gallery_id) do update
        set photos = gallery_storage.photos + excluded.photos, bytes = gallery_storage.bytes + excluded.bytes;
        
    insert into uploader_storage select uploaded_by, count(*), sum(bytes) from added
      where uploaded_by is not null group by uploaded_by order by uploaded_by
      on conflict (user_id) do update
        set photos = uploader_storage.photos + excluded.photos, bytes = uploader_storage.bytes + excluded.bytes;
      elsif tg_op = 'DELETE' then
        
    insert into gallery_storage select gallery_id, -count(*), -sum(bytes) from removed
      where gallery_id is not null group by gallery_id order by gallery_id
      on conflict (gallery_id) do update
        set photos = gallery_storage.photos + excluded.photos, bytes = gallery_storage.bytes + excluded.bytes;
        delete from gallery_storage where photos = 0 and gallery_id in (select gallery_id from removed);
        
    insert into uploader_storage select uploaded_by, -count(*), -sum(bytes) from removed
      where uploaded_by is not null group by uploaded_by order by uploaded_by
      on conflict (user_id) do update
        set photos = uploader_storage.photos + excluded.photos, bytes = uploader_storage.bytes + excluded.bytes;
        delete from uploader_storage where photos = 0 and user_id in (select uploaded_by from removed);
      elsif exists (select from removed join added using (id)
          where (removed.gallery_id, removed.uploaded_by, removed.bytes)
            is distinct from (added.gallery_id, added.uploaded_by, added.bytes)) then
        
    insert into gallery_storage select gallery_id, count(*), sum(bytes) from added
      where gallery_id is not null group by gallery_id order by gallery_id
      on conflict (gallery_id) do update
        set photos = gallery_storage.photos + excluded.photos, bytes = gallery_storage.bytes + excluded.bytes;
        
    insert into gallery_storage select gallery_id, -count(*), -sum(bytes) from removed
      where gallery_id is not null group by gallery_id order by gallery_id
      on conflict (gallery_id) do update
        set photos = gallery_storage.photos + excluded.photos, bytes = gallery_storage.bytes + excluded.bytes;
        delete from gallery_storage where photos = 0 and gallery_id in (select gallery_id from removed);
        
    insert into uploader_storage select uploaded_by, count(*), sum(bytes) from added
      where uploaded_by is not null group by uploaded_by order by uploaded_by
      on conflict (user_id) do update
        set photos = uploader_storage.photos + excluded.photos, bytes = uploader_storage.bytes + excluded.bytes;
        
    insert into uploader_storage select uploaded_by, -count(*), -sum(bytes) from removed
      where uploaded_by is not null group by uploaded_by order by uploaded_by
      on conflict (user_id) do update
        set photos = uploader_storage.photos + excluded.photos, bytes = uploader_storage.bytes + excluded.bytes;
        delete from uploader_storage where photos = 0 and user_id in (select uploaded_by from removed);
      end if;
      return null;
    end $$;

CREATE FUNCTION mark_means_after_assignment_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin
          insert into person_mean_stale select distinct person_id from (select person_id from removed) people;
          return null;
        end $$;

CREATE FUNCTION mark_means_after_assignment_insert() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin
          insert into person_mean_stale select distinct person_id from (select person_id from added) people;
          return null;
        end $$;

CREATE FUNCTION mark_means_after_assignment_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin
          insert into person_mean_stale select distinct person_id from (select person_id from removed union select person_id from added) people;
          return null;
        end $$;

CREATE FUNCTION mark_means_after_face_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin
          insert into person_mean_stale select distinct person_id from (select a.person_id from removed join added using (id) join assignment a on a.face_id = removed.id
      where (removed.is_current, removed.recogniser, removed.grade, removed.embedding)
        is distinct from (added.is_current, added.recogniser, added.grade, added.embedding)) people;
          return null;
        end $$;

CREATE FUNCTION mark_means_after_takedown_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin
          insert into person_mean_stale select distinct person_id from (select a.person_id from face f join assignment a on a.face_id = f.id where f.photo_id in (select photo_id from removed)) people;
          return null;
        end $$;

CREATE FUNCTION mark_means_after_takedown_insert() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin
          insert into person_mean_stale select distinct person_id from (select a.person_id from face f join assignment a on a.face_id = f.id where f.photo_id in (select photo_id from added)) people;
          return null;
        end $$;

CREATE FUNCTION mark_means_after_takedown_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin
          insert into person_mean_stale select distinct person_id from (select a.person_id from face f join assignment a on a.face_id = f.id where f.photo_id in (select photo_id from removed union select photo_id from added)) people;
          return null;
        end $$;

CREATE FUNCTION natural_key(name text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
      select coalesce(string_agg(
        case when digits is null then part else lpad(length(digits)::text, 3, '0') || digits end, '' order by place), '')
      from (
        select found[1] as part, case when found[1] ~ '^[0-9]' then ltrim(found[1], '0') end as digits, place
        from regexp_matches(lower(name), '[0-9]+|[^0-9]+', 'g') with ordinality as matched(found, place)) parts
    $$;

CREATE TABLE accepted_guest_photo (
    id uuid NOT NULL,
    photo_id uuid NOT NULL,
    share_link_id uuid NOT NULL,
    guest_hash text NOT NULL,
    filename text NOT NULL,
    sent_at timestamp with time zone NOT NULL
);

CREATE TABLE accepted_model (
    model text NOT NULL,
    accepted_by uuid,
    accepted_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE app_user (
    id uuid NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    first_name text DEFAULT ''::text NOT NULL,
    last_name text DEFAULT ''::text NOT NULL,
    bio text DEFAULT ''::text NOT NULL,
    search_text text GENERATED ALWAYS AS (lower(((((((username || ' '::text) || email) || ' '::text) || first_name) || ' '::text) || last_name))) STORED,
    password_hash text NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    must_change_password boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    last_login timestamp with time zone,
    language text,
    email_verified_at timestamp with time zone,
    email_bounced_at timestamp with time zone,
    pending_email text,
    CONSTRAINT app_user_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text])))
);

CREATE UNLOGGED TABLE asked_analysis (
    id uuid NOT NULL,
    picture bytea NOT NULL,
    request jsonb NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    taken_at timestamp with time zone,
    answer jsonb,
    error text
);

CREATE TABLE assignment (
    face_id uuid NOT NULL,
    person_id uuid NOT NULL,
    source text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT assignment_source_check CHECK ((source = ANY (ARRAY['auto'::text, 'manual'::text])))
);

CREATE TABLE audit_entry (
    id uuid NOT NULL,
    actor_id uuid,
    actor_name text NOT NULL,
    action text NOT NULL,
    target_kind text NOT NULL,
    target_id text,
    target_name text DEFAULT ''::text NOT NULL,
    params jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE backup_run (
    id uuid NOT NULL,
    folder text NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    lease_until timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    photos integer,
    bytes bigint,
    faulty_originals integer,
    error text,
    proven_at timestamp with time zone,
    proof_error text
);

CREATE TABLE calendar_feed (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE club (
    id uuid NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    sport_type text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    search_text text GENERATED ALWAYS AS (lower(((name || ' '::text) || sport_type))) STORED,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    refused_outside text DEFAULT 'leave_out'::text NOT NULL,
    allows_family_links boolean DEFAULT false NOT NULL,
    refused_outside_since timestamp with time zone,
    storage_quota bigint,
    quota_notice smallint DEFAULT 0 NOT NULL,
    left_kept_months smallint,
    left_kept_since date,
    CONSTRAINT club_blurs_since_some_time CHECK (((refused_outside <> 'blur'::text) OR (refused_outside_since IS NOT NULL))),
    CONSTRAINT club_left_kept_months_range CHECK (((left_kept_months >= 1) AND (left_kept_months <= 120))),
    CONSTRAINT club_left_kept_since_when CHECK (((left_kept_months IS NULL) = (left_kept_since IS NULL))),
    CONSTRAINT club_quota_notice_known CHECK ((quota_notice = ANY (ARRAY[0, 90, 100]))),
    CONSTRAINT club_refused_outside_check CHECK ((refused_outside = ANY (ARRAY['leave_out'::text, 'blur'::text]))),
    CONSTRAINT club_storage_quota_positive CHECK ((storage_quota > 0))
);

CREATE TABLE club_membership (
    club_id uuid NOT NULL,
    user_id uuid NOT NULL,
    status text NOT NULL,
    requested_at timestamp with time zone DEFAULT now() NOT NULL,
    approved_at timestamp with time zone,
    approved_by uuid,
    CONSTRAINT club_membership_check CHECK (((status = 'approved'::text) = (approved_at IS NOT NULL))),
    CONSTRAINT club_membership_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text])))
);

CREATE TABLE club_person (
    id uuid NOT NULL,
    club_id uuid NOT NULL,
    first_name text DEFAULT ''::text NOT NULL,
    last_name text DEFAULT ''::text NOT NULL,
    born_on date,
    user_id uuid,
    search_text text GENERATED ALWAYS AS (lower(((first_name || ' '::text) || last_name))) STORED NOT NULL,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT club_person_check CHECK (((first_name <> ''::text) OR (last_name <> ''::text)))
);

CREATE TABLE club_person_departure (
    club_person_id uuid NOT NULL,
    left_on date NOT NULL,
    noted_by text NOT NULL,
    noted_on date NOT NULL,
    kept_until date,
    expiry_notice smallint,
    expiry_notice_on date,
    CONSTRAINT club_person_departure_noted_by_check CHECK ((noted_by = ANY (ARRAY['account'::text, 'club'::text]))),
    CONSTRAINT club_person_departure_notice_dated CHECK (((expiry_notice IS NULL) = (expiry_notice_on IS NULL)))
);

CREATE TABLE club_person_link (
    person_id uuid NOT NULL,
    club_id uuid NOT NULL,
    club_person_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE consent (
    id uuid NOT NULL,
    club_person_id uuid NOT NULL,
    purpose text NOT NULL,
    answer text NOT NULL,
    said_by uuid,
    said_as text NOT NULL,
    consent_text_id uuid,
    text_version text CONSTRAINT consent_text_version_not_null1 NOT NULL,
    language text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    said_at timestamp with time zone NOT NULL,
    valid_until date,
    CONSTRAINT consent_answer_check CHECK ((answer = ANY (ARRAY['yes'::text, 'no'::text, 'withdrawn'::text]))),
    CONSTRAINT consent_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text]))),
    CONSTRAINT consent_purpose_check CHECK ((purpose = ANY (ARRAY['find'::text, 'name'::text, 'outside'::text]))),
    CONSTRAINT consent_said_as_check CHECK ((said_as = ANY (ARRAY['self'::text, 'guardian'::text, 'paper'::text])))
);

CREATE TABLE consent_text (
    id uuid NOT NULL,
    club_id uuid NOT NULL,
    purpose text NOT NULL,
    language text NOT NULL,
    version integer NOT NULL,
    body text NOT NULL,
    created_by uuid,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT consent_text_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text]))),
    CONSTRAINT consent_text_purpose_check CHECK ((purpose = ANY (ARRAY['find'::text, 'name'::text, 'outside'::text])))
);

CREATE TABLE declined_link (
    person_id uuid NOT NULL,
    club_person_id uuid NOT NULL,
    declined_by uuid,
    declined_at timestamp with time zone NOT NULL
);

CREATE TABLE download_selection (
    id uuid NOT NULL,
    gallery_id uuid,
    photo_ids uuid[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE erasure (
    id uuid NOT NULL,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    club_id uuid,
    hides_photos boolean DEFAULT false NOT NULL,
    erased_by uuid,
    erased_at timestamp with time zone DEFAULT now() NOT NULL,
    counts jsonb DEFAULT '{}'::jsonb NOT NULL,
    files_cleaned_at timestamp with time zone,
    CONSTRAINT erasure_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'find'::text, 'reference'::text])))
);

CREATE TABLE erasure_request (
    club_person_id uuid NOT NULL,
    asked_by uuid,
    asked_at timestamp with time zone NOT NULL,
    hides_photos boolean DEFAULT false NOT NULL
);

CREATE TABLE event (
    id uuid NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    event_date date NOT NULL,
    location text,
    search_text text GENERATED ALWAYS AS (lower(((((name || ' '::text) || description) || ' '::text) || COALESCE(location, ''::text)))) STORED,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE event_club (
    event_id uuid NOT NULL,
    club_id uuid NOT NULL
);

CREATE TABLE face (
    id uuid NOT NULL,
    photo_id uuid NOT NULL,
    gallery_id uuid NOT NULL,
    x real NOT NULL,
    y real NOT NULL,
    w real NOT NULL,
    h real NOT NULL,
    landmarks real[] NOT NULL,
    score real NOT NULL,
    size_px real NOT NULL,
    blur real NOT NULL,
    yaw real NOT NULL,
    grade text NOT NULL,
    embedding vector,
    recogniser text NOT NULL,
    pipeline_version text NOT NULL,
    is_current boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    awaits_grouping_since timestamp with time zone DEFAULT now(),
    CONSTRAINT face_grade_check CHECK ((grade = ANY (ARRAY['core'::text, 'weak'::text, 'ignore'::text])))
);

CREATE TABLE face_job (
    photo_id uuid NOT NULL,
    gallery_id uuid NOT NULL,
    status text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    faces_detected integer,
    error_code text,
    error_reason text,
    pipeline_version text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    CONSTRAINT face_job_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'queued'::text, 'processing'::text, 'completed'::text, 'failed'::text, 'no_faces'::text])))
);

CREATE TABLE face_setting (
    id boolean DEFAULT true NOT NULL,
    recognition_model text,
    detector_backend text,
    distance_metric text,
    match_threshold real,
    min_confidence real NOT NULL,
    min_size_ratio real NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    match_threshold_for text,
    CONSTRAINT face_setting_id_check CHECK (id),
    CONSTRAINT face_setting_match_threshold_check CHECK (((match_threshold >= (0)::double precision) AND (match_threshold <= (1)::double precision))),
    CONSTRAINT face_setting_min_confidence_check CHECK (((min_confidence >= (0)::double precision) AND (min_confidence <= (1)::double precision))),
    CONSTRAINT face_setting_min_size_ratio_check CHECK (((min_size_ratio >= (0)::double precision) AND (min_size_ratio <= (1)::double precision)))
);

CREATE TABLE found_photos_seen (
    user_id uuid NOT NULL,
    club_person_id uuid NOT NULL,
    seen_until timestamp with time zone NOT NULL
);

CREATE TABLE gallery (
    id uuid NOT NULL,
    name text NOT NULL,
    event_id uuid NOT NULL,
    photographer_id uuid,
    visibility text NOT NULL,
    cover_photo_id uuid,
    clustering_stamp text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    announced_at timestamp with time zone,
    kept_until date,
    expiry_notice smallint,
    expiry_notice_on date,
    people_settled_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT gallery_expiry_notice_dated CHECK (((expiry_notice IS NULL) = (expiry_notice_on IS NULL))),
    CONSTRAINT gallery_visibility_check CHECK ((visibility = ANY (ARRAY['private'::text, 'club_restricted'::text, 'public'::text])))
);

CREATE TABLE gallery_club (
    gallery_id uuid NOT NULL,
    club_id uuid NOT NULL
);

CREATE TABLE gallery_storage (
    gallery_id uuid NOT NULL,
    photos integer NOT NULL,
    bytes bigint NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE gallery_user (
    gallery_id uuid NOT NULL,
    user_id uuid NOT NULL
);

CREATE TABLE guardian_claim (
    id uuid NOT NULL,
    club_id uuid NOT NULL,
    user_id uuid NOT NULL,
    relation text NOT NULL,
    name text NOT NULL,
    claimed_at timestamp with time zone NOT NULL,
    CONSTRAINT guardian_claim_relation_check CHECK ((relation = ANY (ARRAY['child'::text, 'self'::text])))
);

CREATE TABLE guardianship (
    id uuid NOT NULL,
    club_person_id uuid NOT NULL,
    user_id uuid NOT NULL,
    state text NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    decided_by uuid,
    decided_at timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT guardianship_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'confirmed'::text, 'ended'::text])))
);

CREATE TABLE guest_photo (
    id uuid NOT NULL,
    gallery_id uuid NOT NULL,
    share_link_id uuid,
    guest_hash text NOT NULL,
    guest_name text DEFAULT ''::text NOT NULL,
    filename text NOT NULL,
    sent_sha256 bytea NOT NULL,
    sha256 bytea NOT NULL,
    mime text NOT NULL,
    bytes bigint NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    taken_at timestamp with time zone,
    thumbhash text NOT NULL,
    original_key text NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    damage text,
    CONSTRAINT guest_photo_damage_check CHECK ((damage = ANY (ARRAY['incomplete'::text, 'damaged'::text])))
);

CREATE TABLE instance_setting (
    id boolean DEFAULT true NOT NULL,
    registration text NOT NULL,
    allow_past_events boolean NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    name text,
    link_months smallint,
    CONSTRAINT instance_setting_id_check CHECK (id),
    CONSTRAINT instance_setting_link_months_range CHECK (((link_months >= 1) AND (link_months <= 120))),
    CONSTRAINT instance_setting_registration_check CHECK ((registration = ANY (ARRAY['open'::text, 'invitation'::text, 'closed'::text])))
);

CREATE TABLE invitation (
    id uuid NOT NULL,
    club_id uuid NOT NULL,
    role text NOT NULL,
    email text,
    first_name text DEFAULT ''::text NOT NULL,
    last_name text DEFAULT ''::text NOT NULL,
    max_uses integer,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    token_version integer DEFAULT 1 NOT NULL,
    token_hash bytea NOT NULL,
    mailed_token_hash bytea,
    import_id uuid,
    CONSTRAINT invitation_for_one_person CHECK (((max_uses = 1) OR ((role = 'member'::text) AND (email IS NULL) AND (first_name = ''::text) AND (last_name = ''::text)))),
    CONSTRAINT invitation_max_uses_check CHECK ((max_uses > 0)),
    CONSTRAINT invitation_role_check CHECK ((role = ANY (ARRAY['member'::text, 'photographer'::text])))
);

CREATE TABLE invitation_acceptance (
    invitation_id uuid NOT NULL,
    user_id uuid NOT NULL,
    accepted_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE invitation_replaced_token (
    token_hash bytea NOT NULL,
    invitation_id uuid NOT NULL
);

CREATE TABLE job (
    id uuid NOT NULL,
    name text NOT NULL,
    key text,
    payload jsonb NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    run_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease_owner uuid,
    lease_until timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT job_check CHECK (((state = 'running'::text) = ((lease_owner IS NOT NULL) AND (lease_until IS NOT NULL)))),
    CONSTRAINT job_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text])))
);

CREATE TABLE kept_apart (
    first_id uuid NOT NULL,
    second_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT kept_apart_check CHECK ((first_id < second_id))
);

CREATE UNLOGGED TABLE lease (
    name text NOT NULL,
    owner uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE link_question (
    person_id uuid NOT NULL,
    club_person_id uuid NOT NULL,
    answer text NOT NULL,
    answered_by uuid,
    answered_at timestamp with time zone NOT NULL,
    CONSTRAINT link_question_answer_check CHECK ((answer = ANY (ARRAY['yes'::text, 'no'::text, 'open'::text])))
);

CREATE TABLE link_question_before (
    decision_id uuid NOT NULL,
    person_id uuid NOT NULL,
    club_person_id uuid NOT NULL,
    answer text NOT NULL,
    answered_by uuid,
    answered_at timestamp with time zone NOT NULL,
    CONSTRAINT link_question_before_answer_check CHECK ((answer = ANY (ARRAY['yes'::text, 'no'::text, 'open'::text])))
);

CREATE TABLE mail_outbox (
    id uuid NOT NULL,
    dedupe_key text NOT NULL,
    kind text NOT NULL,
    user_id uuid,
    recipient text,
    language text,
    params jsonb DEFAULT '{}'::jsonb NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    error_code text,
    error_text text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT mail_outbox_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text])))
);

CREATE TABLE member_import (
    id uuid NOT NULL,
    club_id uuid NOT NULL,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    file_name text NOT NULL,
    line_count integer NOT NULL,
    invitation_count integer NOT NULL,
    mail_count integer NOT NULL,
    undone_at timestamp with time zone
);

CREATE TABLE notification (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    params jsonb DEFAULT '{}'::jsonb NOT NULL,
    href text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    read_at timestamp with time zone,
    mail_id uuid,
    settled_at timestamp with time zone
);

CREATE TABLE notification_preference (
    user_id uuid NOT NULL,
    kind text NOT NULL,
    delivery text NOT NULL,
    CONSTRAINT notification_preference_delivery_check CHECK ((delivery = ANY (ARRAY['off'::text, 'app'::text, 'digest'::text, 'at_once'::text])))
);

CREATE TABLE one_time_token (
    token_hash bytea NOT NULL,
    purpose text NOT NULL,
    user_id uuid NOT NULL,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    email text,
    CONSTRAINT one_time_token_purpose_check CHECK ((purpose = ANY (ARRAY['reset_password'::text, 'verify_email'::text, 'change_email'::text])))
);

CREATE TABLE people_decision (
    id uuid NOT NULL,
    gallery_id uuid NOT NULL,
    kind text NOT NULL,
    person_id uuid,
    params jsonb DEFAULT '{}'::jsonb NOT NULL,
    before jsonb NOT NULL,
    made_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    undone_at timestamp with time zone
);

CREATE TABLE person (
    id uuid NOT NULL,
    gallery_id uuid NOT NULL,
    number integer NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    is_hidden boolean DEFAULT false NOT NULL,
    representative_face_id uuid,
    representative_chosen boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE person_mean (
    person_id uuid NOT NULL,
    recogniser text NOT NULL,
    embedding vector NOT NULL
);
ALTER TABLE person_mean ALTER COLUMN embedding SET STORAGE PLAIN;

CREATE TABLE person_mean_stale (
    person_id uuid NOT NULL
);

CREATE TABLE person_suggestion (
    gallery_id uuid NOT NULL,
    first_id uuid NOT NULL,
    second_id uuid NOT NULL,
    distance real NOT NULL,
    rank integer DEFAULT 0 NOT NULL
);

CREATE TABLE photo (
    id uuid NOT NULL,
    gallery_id uuid NOT NULL,
    uploaded_by uuid,
    filename text NOT NULL,
    relative_path text,
    sha256 bytea NOT NULL,
    mime text NOT NULL,
    bytes bigint NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    taken_at timestamp with time zone,
    thumbhash text,
    original_key text NOT NULL,
    rendition_version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    sort_at timestamp with time zone GENERATED ALWAYS AS (COALESCE(taken_at, 'infinity'::timestamp with time zone)) STORED,
    sent_sha256 bytea,
    name_key text GENERATED ALWAYS AS (natural_key(filename)) STORED COLLATE pg_catalog."C",
    damage text,
    CONSTRAINT photo_damage_check CHECK ((damage = ANY (ARRAY['incomplete'::text, 'damaged'::text])))
);

CREATE UNLOGGED TABLE rate_limit (
    key text NOT NULL,
    points integer NOT NULL,
    expire bigint
);

CREATE TABLE reference (
    id uuid NOT NULL,
    club_person_id uuid NOT NULL,
    recogniser text NOT NULL,
    pipeline_version text NOT NULL,
    embedding vector NOT NULL,
    crop bytea NOT NULL,
    expires_on date NOT NULL,
    created_by uuid,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE reference ALTER COLUMN embedding SET STATISTICS 0;
ALTER TABLE reference ALTER COLUMN crop SET STATISTICS 0;

CREATE TABLE refresh_token (
    token_hash bytea NOT NULL,
    session_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    spent_at timestamp with time zone
);

CREATE TABLE rejection (
    face_id uuid NOT NULL,
    person_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE resumable_upload (
    id uuid NOT NULL,
    gallery_id uuid NOT NULL,
    uploaded_by uuid,
    filename text NOT NULL,
    relative_path text,
    bytes bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    photo_id uuid,
    share_link_id uuid,
    guest_hash text,
    guest_name text DEFAULT ''::text NOT NULL,
    received bigint DEFAULT 0 NOT NULL,
    active_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT resumable_upload_bytes_check CHECK ((bytes > 0)),
    CONSTRAINT resumable_upload_has_one_sender CHECK ((((uploaded_by IS NULL) = (guest_hash IS NOT NULL)) AND ((share_link_id IS NULL) = (guest_hash IS NULL))))
);

CREATE TABLE role_assignment (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    role_name text NOT NULL,
    club_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    created_by uuid,
    CONSTRAINT role_assignment_check CHECK (((club_id IS NULL) OR (role_name = ANY (ARRAY['photographer'::text, 'club_admin'::text])))),
    CONSTRAINT role_assignment_role_name_check CHECK ((role_name = ANY (ARRAY['photographer'::text, 'club_admin'::text, 'admin'::text, 'superuser'::text])))
);

CREATE UNLOGGED TABLE server_process (
    id uuid NOT NULL,
    role text NOT NULL,
    shares text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    engine jsonb
);

CREATE TABLE session (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);

CREATE TABLE share_link (
    id uuid NOT NULL,
    gallery_id uuid,
    token text NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    password_hash text,
    expires_at timestamp with time zone,
    is_active boolean DEFAULT true NOT NULL,
    allow_download boolean DEFAULT true NOT NULL,
    view_count integer DEFAULT 0 NOT NULL,
    download_count integer DEFAULT 0 NOT NULL,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    scope text DEFAULT 'gallery'::text NOT NULL,
    show_people boolean DEFAULT false NOT NULL,
    club_person_id uuid,
    expiry_notice smallint,
    CONSTRAINT share_link_check CHECK (((scope = 'gallery'::text) OR (NOT show_people))),
    CONSTRAINT share_link_scope_check CHECK ((scope = ANY (ARRAY['gallery'::text, 'people'::text, 'photos'::text, 'club_person'::text, 'collect'::text]))),
    CONSTRAINT share_link_shows_something CHECK ((((scope = 'club_person'::text) = (gallery_id IS NULL)) AND ((scope = 'club_person'::text) = (club_person_id IS NOT NULL)) AND ((scope <> 'club_person'::text) OR (expires_at IS NOT NULL))))
);

CREATE TABLE share_link_person (
    share_link_id uuid NOT NULL,
    person_id uuid NOT NULL
);

CREATE TABLE share_link_photo (
    share_link_id uuid NOT NULL,
    photo_id uuid NOT NULL
);

CREATE TABLE takedown (
    id uuid NOT NULL,
    gallery_id uuid NOT NULL,
    photo_id uuid,
    face_id uuid,
    mark_x real,
    mark_y real,
    asked_by uuid,
    share_link_id uuid,
    receipt_hash text,
    reason text DEFAULT ''::text NOT NULL,
    contact text DEFAULT ''::text NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    decided text,
    decided_by uuid,
    decided_at timestamp with time zone,
    answer text DEFAULT ''::text NOT NULL,
    CONSTRAINT takedown_check CHECK (((mark_x IS NULL) = (mark_y IS NULL))),
    CONSTRAINT takedown_check1 CHECK (((decided IS NULL) = (decided_at IS NULL))),
    CONSTRAINT takedown_decided_check CHECK ((decided = ANY (ARRAY['granted'::text, 'declined'::text]))),
    CONSTRAINT takedown_mark_x_check CHECK (((mark_x >= (0)::double precision) AND (mark_x <= (1)::double precision))),
    CONSTRAINT takedown_mark_y_check CHECK (((mark_y >= (0)::double precision) AND (mark_y <= (1)::double precision)))
);

CREATE TABLE uploader_storage (
    user_id uuid NOT NULL,
    photos integer NOT NULL,
    bytes bigint NOT NULL
)
WITH (fillfactor='50');
ALTER TABLE accepted_guest_photo ADD CONSTRAINT accepted_guest_photo_pkey PRIMARY KEY (id);
ALTER TABLE accepted_model ADD CONSTRAINT accepted_model_pkey PRIMARY KEY (model);
ALTER TABLE app_user ADD CONSTRAINT app_user_email_key_key UNIQUE (email_key);
ALTER TABLE app_user ADD CONSTRAINT app_user_pkey PRIMARY KEY (id);
ALTER TABLE app_user ADD CONSTRAINT app_user_username_key_key UNIQUE (username_key);
ALTER TABLE asked_analysis ADD CONSTRAINT asked_analysis_pkey PRIMARY KEY (id);
ALTER TABLE assignment ADD CONSTRAINT assignment_pkey PRIMARY KEY (face_id);
ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (id);
ALTER TABLE backup_run ADD CONSTRAINT backup_run_pkey PRIMARY KEY (id);
ALTER TABLE calendar_feed ADD CONSTRAINT calendar_feed_pkey PRIMARY KEY (id);
ALTER TABLE calendar_feed ADD CONSTRAINT calendar_feed_token_hash_key UNIQUE (token_hash);
ALTER TABLE calendar_feed ADD CONSTRAINT calendar_feed_user_id_key UNIQUE (user_id);
ALTER TABLE club_membership ADD CONSTRAINT club_membership_pkey PRIMARY KEY (club_id, user_id);
ALTER TABLE club_person ADD CONSTRAINT club_person_club_id_user_id_key UNIQUE (club_id, user_id);
ALTER TABLE club_person_departure ADD CONSTRAINT club_person_departure_pkey PRIMARY KEY (club_person_id);
ALTER TABLE club_person ADD CONSTRAINT club_person_id_club_id_key UNIQUE (id, club_id);
ALTER TABLE club_person_link ADD CONSTRAINT club_person_link_pkey PRIMARY KEY (person_id, club_id);
ALTER TABLE club_person ADD CONSTRAINT club_person_pkey PRIMARY KEY (id);
ALTER TABLE club ADD CONSTRAINT club_pkey PRIMARY KEY (id);
ALTER TABLE club ADD CONSTRAINT club_slug_key UNIQUE (slug);
ALTER TABLE consent ADD CONSTRAINT consent_pkey PRIMARY KEY (id);
ALTER TABLE consent_text ADD CONSTRAINT consent_text_club_id_purpose_language_version_key UNIQUE (club_id, purpose, language, version);
ALTER TABLE consent_text ADD CONSTRAINT consent_text_pkey PRIMARY KEY (id);
ALTER TABLE declined_link ADD CONSTRAINT declined_link_pkey PRIMARY KEY (person_id, club_person_id);
ALTER TABLE download_selection ADD CONSTRAINT download_selection_pkey PRIMARY KEY (id);
ALTER TABLE erasure ADD CONSTRAINT erasure_pkey PRIMARY KEY (id);
ALTER TABLE erasure_request ADD CONSTRAINT erasure_request_pkey PRIMARY KEY (club_person_id);
ALTER TABLE event_club ADD CONSTRAINT event_club_pkey PRIMARY KEY (event_id, club_id);
ALTER TABLE event ADD CONSTRAINT event_pkey PRIMARY KEY (id);
ALTER TABLE event ADD CONSTRAINT event_slug_key UNIQUE (slug);
ALTER TABLE face_job ADD CONSTRAINT face_job_pkey PRIMARY KEY (photo_id);
ALTER TABLE face ADD CONSTRAINT face_pkey PRIMARY KEY (id);
ALTER TABLE face_setting ADD CONSTRAINT face_setting_pkey PRIMARY KEY (id);
ALTER TABLE found_photos_seen ADD CONSTRAINT found_photos_seen_pkey PRIMARY KEY (user_id, club_person_id);
ALTER TABLE gallery_club ADD CONSTRAINT gallery_club_pkey PRIMARY KEY (gallery_id, club_id);
ALTER TABLE gallery ADD CONSTRAINT gallery_pkey PRIMARY KEY (id);
ALTER TABLE gallery_storage ADD CONSTRAINT gallery_storage_pkey PRIMARY KEY (gallery_id);
ALTER TABLE gallery_user ADD CONSTRAINT gallery_user_pkey PRIMARY KEY (gallery_id, user_id);
ALTER TABLE guardian_claim ADD CONSTRAINT guardian_claim_pkey PRIMARY KEY (id);
ALTER TABLE guardianship ADD CONSTRAINT guardianship_pkey PRIMARY KEY (id);
ALTER TABLE guest_photo ADD CONSTRAINT guest_photo_pkey PRIMARY KEY (id);
ALTER TABLE guest_photo ADD CONSTRAINT guest_photo_share_link_id_guest_hash_sent_sha256_key UNIQUE (share_link_id, guest_hash, sent_sha256);
ALTER TABLE instance_setting ADD CONSTRAINT instance_setting_pkey PRIMARY KEY (id);
ALTER TABLE invitation_acceptance ADD CONSTRAINT invitation_acceptance_pkey PRIMARY KEY (invitation_id, user_id);
ALTER TABLE invitation ADD CONSTRAINT invitation_mailed_token_hash_key UNIQUE (mailed_token_hash);
ALTER TABLE invitation ADD CONSTRAINT invitation_pkey PRIMARY KEY (id);
ALTER TABLE invitation_replaced_token ADD CONSTRAINT invitation_replaced_token_pkey PRIMARY KEY (token_hash);
ALTER TABLE invitation ADD CONSTRAINT invitation_token_hash_key UNIQUE (token_hash);
ALTER TABLE job ADD CONSTRAINT job_pkey PRIMARY KEY (id);
ALTER TABLE kept_apart ADD CONSTRAINT kept_apart_pkey PRIMARY KEY (first_id, second_id);
ALTER TABLE lease ADD CONSTRAINT lease_pkey PRIMARY KEY (name);
ALTER TABLE link_question_before ADD CONSTRAINT link_question_before_pkey PRIMARY KEY (decision_id, person_id, club_person_id);
ALTER TABLE link_question ADD CONSTRAINT link_question_pkey PRIMARY KEY (person_id, club_person_id);
ALTER TABLE mail_outbox ADD CONSTRAINT mail_outbox_dedupe_key_key UNIQUE (dedupe_key);
ALTER TABLE mail_outbox ADD CONSTRAINT mail_outbox_pkey PRIMARY KEY (id);
ALTER TABLE member_import ADD CONSTRAINT member_import_pkey PRIMARY KEY (id);
ALTER TABLE notification ADD CONSTRAINT notification_pkey PRIMARY KEY (id);
ALTER TABLE notification_preference ADD CONSTRAINT notification_preference_pkey PRIMARY KEY (user_id, kind);
ALTER TABLE one_time_token ADD CONSTRAINT one_time_token_pkey PRIMARY KEY (token_hash);
ALTER TABLE people_decision ADD CONSTRAINT people_decision_pkey PRIMARY KEY (id);
ALTER TABLE person ADD CONSTRAINT person_gallery_id_number_key UNIQUE (gallery_id, number);
ALTER TABLE person_mean ADD CONSTRAINT person_mean_pkey PRIMARY KEY (person_id, recogniser);
ALTER TABLE person ADD CONSTRAINT person_pkey PRIMARY KEY (id);
ALTER TABLE person_suggestion ADD CONSTRAINT person_suggestion_pkey PRIMARY KEY (first_id, second_id);
ALTER TABLE photo ADD CONSTRAINT photo_gallery_id_sha256_key UNIQUE (gallery_id, sha256);
ALTER TABLE photo ADD CONSTRAINT photo_pkey PRIMARY KEY (id);
ALTER TABLE rate_limit ADD CONSTRAINT rate_limit_pkey PRIMARY KEY (key);
ALTER TABLE reference ADD CONSTRAINT reference_pkey PRIMARY KEY (id);
ALTER TABLE refresh_token ADD CONSTRAINT refresh_token_pkey PRIMARY KEY (token_hash);
ALTER TABLE rejection ADD CONSTRAINT rejection_pkey PRIMARY KEY (face_id, person_id);
ALTER TABLE resumable_upload ADD CONSTRAINT resumable_upload_pkey PRIMARY KEY (id);
ALTER TABLE role_assignment ADD CONSTRAINT role_assignment_pkey PRIMARY KEY (id);
ALTER TABLE role_assignment ADD CONSTRAINT role_assignment_user_id_role_name_club_id_key UNIQUE NULLS NOT DISTINCT (user_id, role_name, club_id);
ALTER TABLE server_process ADD CONSTRAINT server_process_pkey PRIMARY KEY (id);
ALTER TABLE session ADD CONSTRAINT session_pkey PRIMARY KEY (id);
ALTER TABLE share_link_person ADD CONSTRAINT share_link_person_pkey PRIMARY KEY (share_link_id, person_id);
ALTER TABLE share_link_photo ADD CONSTRAINT share_link_photo_pkey PRIMARY KEY (share_link_id, photo_id);
ALTER TABLE share_link ADD CONSTRAINT share_link_pkey PRIMARY KEY (id);
ALTER TABLE share_link ADD CONSTRAINT share_link_token_key UNIQUE (token);
ALTER TABLE takedown ADD CONSTRAINT takedown_pkey PRIMARY KEY (id);
ALTER TABLE takedown ADD CONSTRAINT takedown_receipt_hash_key UNIQUE (receipt_hash);
ALTER TABLE uploader_storage ADD CONSTRAINT uploader_storage_pkey PRIMARY KEY (user_id);
CREATE INDEX accepted_guest_photo_link ON accepted_guest_photo USING btree (share_link_id, guest_hash);
CREATE INDEX accepted_guest_photo_photo ON accepted_guest_photo USING btree (photo_id);
CREATE INDEX accepted_guest_photo_sent_at ON accepted_guest_photo USING btree (sent_at);
CREATE INDEX accepted_model_accepted_by ON accepted_model USING btree (accepted_by);
CREATE INDEX app_user_created_at ON app_user USING btree (created_at DESC, id);
CREATE INDEX assignment_person ON assignment USING btree (person_id);
CREATE INDEX audit_entry_actor ON audit_entry USING btree (actor_id);
CREATE INDEX audit_entry_created_at ON audit_entry USING btree (created_at DESC, id);
CREATE INDEX backup_run_started_at ON backup_run USING btree (started_at DESC);
CREATE INDEX club_created_by ON club USING btree (created_by);
CREATE INDEX club_membership_approved_by ON club_membership USING btree (approved_by);
CREATE INDEX club_membership_club_status ON club_membership USING btree (club_id, status);
CREATE INDEX club_membership_user ON club_membership USING btree (user_id, status);
CREATE INDEX club_name ON club USING btree (name, id);
CREATE INDEX club_person_club ON club_person USING btree (club_id, last_name, first_name, id);
CREATE INDEX club_person_created_by ON club_person USING btree (created_by);
CREATE INDEX club_person_link_club_person ON club_person_link USING btree (club_person_id, club_id);
CREATE INDEX club_person_user ON club_person USING btree (user_id);
CREATE INDEX consent_outside_refused ON consent USING btree (club_person_id) WHERE ((purpose = 'outside'::text) AND (answer <> 'yes'::text));
CREATE INDEX consent_person ON consent USING btree (club_person_id, purpose, said_at, id);
CREATE INDEX consent_said_by ON consent USING btree (said_by);
CREATE INDEX consent_text_created_by ON consent_text USING btree (created_by);
CREATE INDEX consent_text_of ON consent USING btree (consent_text_id);
CREATE INDEX declined_link_club_person ON declined_link USING btree (club_person_id);
CREATE INDEX declined_link_declined_by ON declined_link USING btree (declined_by);
CREATE INDEX download_selection_created_at ON download_selection USING btree (created_at);
CREATE INDEX download_selection_gallery ON download_selection USING btree (gallery_id);
CREATE INDEX erasure_club ON erasure USING btree (club_id, erased_at);
CREATE INDEX erasure_erased_by ON erasure USING btree (erased_by);
CREATE INDEX erasure_request_asked_by ON erasure_request USING btree (asked_by);
CREATE INDEX erasure_to_clean ON erasure USING btree (erased_at) WHERE (files_cleaned_at IS NULL);
CREATE INDEX event_club_club ON event_club USING btree (club_id);
CREATE INDEX event_created_by ON event USING btree (created_by);
CREATE INDEX event_date ON event USING btree (event_date, id);
CREATE INDEX face_awaits_grouping ON face USING btree (gallery_id) WHERE (awaits_grouping_since IS NOT NULL);
CREATE INDEX face_gallery ON face USING btree (gallery_id);
CREATE INDEX face_job_completed_at ON face_job USING btree (completed_at DESC);
CREATE INDEX face_job_gallery_status ON face_job USING btree (gallery_id, status);
CREATE INDEX face_job_pipeline_version ON face_job USING btree (pipeline_version);
CREATE INDEX face_job_status ON face_job USING btree (status, updated_at DESC);
CREATE INDEX face_job_updated_at ON face_job USING btree (updated_at DESC);
CREATE INDEX face_photo ON face USING btree (photo_id);
CREATE INDEX found_photos_seen_club_person ON found_photos_seen USING btree (club_person_id);
CREATE INDEX gallery_club_club ON gallery_club USING btree (club_id);
CREATE INDEX gallery_cover_photo_id ON gallery USING btree (cover_photo_id);
CREATE INDEX gallery_created_at ON gallery USING btree (created_at DESC, id);
CREATE INDEX gallery_created_by ON gallery USING btree (created_by);
CREATE INDEX gallery_event ON gallery USING btree (event_id);
CREATE INDEX gallery_kept_until ON gallery USING btree (kept_until) WHERE (kept_until IS NOT NULL);
CREATE INDEX gallery_photographer ON gallery USING btree (photographer_id);
CREATE INDEX gallery_user_user ON gallery_user USING btree (user_id);
CREATE INDEX guardian_claim_club ON guardian_claim USING btree (club_id, claimed_at);
CREATE INDEX guardian_claim_user ON guardian_claim USING btree (user_id);
CREATE INDEX guardianship_decided_by ON guardianship USING btree (decided_by);
CREATE UNIQUE INDEX guardianship_live ON guardianship USING btree (club_person_id, user_id) WHERE (state <> 'ended'::text);
CREATE INDEX guardianship_user ON guardianship USING btree (user_id);
CREATE INDEX guest_photo_gallery ON guest_photo USING btree (gallery_id, sent_at);
CREATE INDEX guest_photo_sent_at ON guest_photo USING btree (sent_at);
CREATE INDEX invitation_acceptance_user ON invitation_acceptance USING btree (user_id);
CREATE INDEX invitation_club ON invitation USING btree (club_id, created_at);
CREATE INDEX invitation_created_by ON invitation USING btree (created_by);
CREATE INDEX invitation_import ON invitation USING btree (import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX invitation_replaced_token_invitation ON invitation_replaced_token USING btree (invitation_id);
CREATE INDEX job_due ON job USING btree (name, run_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX job_lease ON job USING btree (lease_until) WHERE (state = 'running'::text);
CREATE UNIQUE INDEX job_running_key ON job USING btree (name, key) WHERE (state = 'running'::text);
CREATE UNIQUE INDEX job_waiting_key ON job USING btree (name, key) WHERE (state = 'waiting'::text);
CREATE INDEX kept_apart_second ON kept_apart USING btree (second_id);
CREATE INDEX link_question_answered_by ON link_question USING btree (answered_by);
CREATE INDEX link_question_before_answered_by ON link_question_before USING btree (answered_by);
CREATE INDEX link_question_before_club_person ON link_question_before USING btree (club_person_id);
CREATE INDEX link_question_club_person ON link_question USING btree (club_person_id);
CREATE INDEX mail_outbox_created_at ON mail_outbox USING btree (created_at);
CREATE INDEX mail_outbox_user ON mail_outbox USING btree (user_id);
CREATE INDEX member_import_club ON member_import USING btree (club_id, created_at);
CREATE INDEX member_import_created_by ON member_import USING btree (created_by);
CREATE INDEX notification_mail ON notification USING btree (mail_id) WHERE (mail_id IS NOT NULL);
CREATE INDEX notification_unread ON notification USING btree (user_id) WHERE (read_at IS NULL);
CREATE INDEX notification_unsettled ON notification USING btree (kind, href) WHERE ((settled_at IS NULL) AND (kind = ANY (ARRAY['membership_requested'::text, 'consent_requested'::text, 'guardianship_requested'::text, 'guardian_missing'::text, 'erasure_asked'::text, 'takedown_asked'::text, 'guest_photos_waiting'::text, 'gallery_ending'::text, 'jobs_failed'::text, 'backup_failed'::text, 'storage_filling'::text, 'link_expiring'::text, 'left_people_ending'::text, 'own_data_ending'::text])));
CREATE INDEX notification_user ON notification USING btree (user_id, created_at DESC);
CREATE INDEX one_time_token_created_by ON one_time_token USING btree (created_by);
CREATE INDEX one_time_token_expires_at ON one_time_token USING btree (expires_at);
CREATE INDEX one_time_token_user ON one_time_token USING btree (user_id, created_at);
CREATE INDEX people_decision_gallery ON people_decision USING btree (gallery_id, created_at DESC);
CREATE INDEX people_decision_made_by ON people_decision USING btree (made_by);
CREATE INDEX person_representative ON person USING btree (representative_face_id);
CREATE INDEX person_suggestion_gallery ON person_suggestion USING btree (gallery_id, rank, distance);
CREATE INDEX person_suggestion_second ON person_suggestion USING btree (second_id);
CREATE INDEX photo_gallery_order ON photo USING btree (gallery_id, sort_at, name_key, id);
CREATE UNIQUE INDEX photo_sent_sha256 ON photo USING btree (gallery_id, sent_sha256) WHERE (sent_sha256 IS NOT NULL);
CREATE INDEX photo_uploaded_by ON photo USING btree (uploaded_by);
CREATE INDEX reference_club_person ON reference USING btree (club_person_id);
CREATE INDEX reference_created_by ON reference USING btree (created_by);
CREATE INDEX refresh_token_session ON refresh_token USING btree (session_id);
CREATE INDEX rejection_person ON rejection USING btree (person_id);
CREATE INDEX resumable_upload_active ON resumable_upload USING btree (active_at) WHERE (photo_id IS NULL);
CREATE INDEX resumable_upload_created ON resumable_upload USING btree (created_at);
CREATE INDEX resumable_upload_gallery ON resumable_upload USING btree (gallery_id);
CREATE INDEX resumable_upload_link ON resumable_upload USING btree (share_link_id);
CREATE INDEX resumable_upload_user ON resumable_upload USING btree (uploaded_by);
CREATE INDEX role_assignment_club ON role_assignment USING btree (club_id, role_name);
CREATE INDEX role_assignment_created_by ON role_assignment USING btree (created_by);
CREATE INDEX role_assignment_role ON role_assignment USING btree (role_name);
CREATE INDEX session_expires_at ON session USING btree (expires_at);
CREATE INDEX session_user_id ON session USING btree (user_id);
CREATE INDEX share_link_club_person ON share_link USING btree (club_person_id);
CREATE INDEX share_link_created_by ON share_link USING btree (created_by);
CREATE INDEX share_link_expires_at ON share_link USING btree (expires_at);
CREATE INDEX share_link_gallery ON share_link USING btree (gallery_id);
CREATE INDEX share_link_person_person ON share_link_person USING btree (person_id);
CREATE INDEX share_link_photo_photo ON share_link_photo USING btree (photo_id);
CREATE INDEX takedown_asked_by ON takedown USING btree (asked_by);
CREATE INDEX takedown_decided_by ON takedown USING btree (decided_by);
CREATE INDEX takedown_face_id ON takedown USING btree (face_id);
CREATE INDEX takedown_gallery ON takedown USING btree (gallery_id, asked_at);
CREATE INDEX takedown_in_force ON takedown USING btree (photo_id) WHERE (decided IS DISTINCT FROM 'declined'::text);
CREATE INDEX takedown_photo_id ON takedown USING btree (photo_id);
CREATE INDEX takedown_share_link_id ON takedown USING btree (share_link_id);
CREATE TRIGGER person_mean_stale_after_delete AFTER DELETE ON assignment REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_means_after_assignment_delete();
CREATE TRIGGER person_mean_stale_after_delete AFTER DELETE ON takedown REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_means_after_takedown_delete();
CREATE TRIGGER person_mean_stale_after_insert AFTER INSERT ON assignment REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_means_after_assignment_insert();
CREATE TRIGGER person_mean_stale_after_insert AFTER INSERT ON takedown REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_means_after_takedown_insert();
CREATE TRIGGER person_mean_stale_after_update AFTER UPDATE ON assignment REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_means_after_assignment_update();
CREATE TRIGGER person_mean_stale_after_update AFTER UPDATE ON face REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_means_after_face_update();
CREATE TRIGGER person_mean_stale_after_update AFTER UPDATE ON takedown REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_means_after_takedown_update();
CREATE TRIGGER photo_storage_after_delete AFTER DELETE ON photo REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_storage_totals();
CREATE TRIGGER photo_storage_after_insert AFTER INSERT ON photo REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_storage_totals();
CREATE TRIGGER photo_storage_after_update AFTER UPDATE ON photo REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_storage_totals();
ALTER TABLE accepted_guest_photo ADD CONSTRAINT accepted_guest_photo_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES photo(id) ON DELETE CASCADE;
ALTER TABLE accepted_guest_photo ADD CONSTRAINT accepted_guest_photo_share_link_id_fkey FOREIGN KEY (share_link_id) REFERENCES share_link(id) ON DELETE CASCADE;
ALTER TABLE accepted_model ADD CONSTRAINT accepted_model_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE assignment ADD CONSTRAINT assignment_face_id_fkey FOREIGN KEY (face_id) REFERENCES face(id) ON DELETE CASCADE;
ALTER TABLE assignment ADD CONSTRAINT assignment_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE calendar_feed ADD CONSTRAINT calendar_feed_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
ALTER TABLE club ADD CONSTRAINT club_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE club_membership ADD CONSTRAINT club_membership_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE club_membership ADD CONSTRAINT club_membership_club_id_fkey FOREIGN KEY (club_id) REFERENCES club(id) ON DELETE CASCADE;
ALTER TABLE club_membership ADD CONSTRAINT club_membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
ALTER TABLE club_person ADD CONSTRAINT club_person_club_id_fkey FOREIGN KEY (club_id) REFERENCES club(id) ON DELETE CASCADE;
ALTER TABLE club_person ADD CONSTRAINT club_person_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE club_person_departure ADD CONSTRAINT club_person_departure_club_person_id_fkey FOREIGN KEY (club_person_id) REFERENCES club_person(id) ON DELETE CASCADE;
ALTER TABLE club_person_link ADD CONSTRAINT club_person_link_club_person_id_club_id_fkey FOREIGN KEY (club_person_id, club_id) REFERENCES club_person(id, club_id) ON DELETE CASCADE;
ALTER TABLE club_person_link ADD CONSTRAINT club_person_link_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE club_person ADD CONSTRAINT club_person_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE consent ADD CONSTRAINT consent_club_person_id_fkey FOREIGN KEY (club_person_id) REFERENCES club_person(id) ON DELETE CASCADE;
ALTER TABLE consent ADD CONSTRAINT consent_consent_text_id_fkey FOREIGN KEY (consent_text_id) REFERENCES consent_text(id) ON DELETE SET NULL;
ALTER TABLE consent ADD CONSTRAINT consent_said_by_fkey FOREIGN KEY (said_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE consent_text ADD CONSTRAINT consent_text_club_id_fkey FOREIGN KEY (club_id) REFERENCES club(id) ON DELETE CASCADE;
ALTER TABLE consent_text ADD CONSTRAINT consent_text_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE declined_link ADD CONSTRAINT declined_link_club_person_id_fkey FOREIGN KEY (club_person_id) REFERENCES club_person(id) ON DELETE CASCADE;
ALTER TABLE declined_link ADD CONSTRAINT declined_link_declined_by_fkey FOREIGN KEY (declined_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE declined_link ADD CONSTRAINT declined_link_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE download_selection ADD CONSTRAINT download_selection_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES gallery(id) ON DELETE CASCADE;
ALTER TABLE erasure ADD CONSTRAINT erasure_club_id_fkey FOREIGN KEY (club_id) REFERENCES club(id) ON DELETE SET NULL;
ALTER TABLE erasure ADD CONSTRAINT erasure_erased_by_fkey FOREIGN KEY (erased_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE erasure_request ADD CONSTRAINT erasure_request_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE erasure_request ADD CONSTRAINT erasure_request_club_person_id_fkey FOREIGN KEY (club_person_id) REFERENCES club_person(id) ON DELETE CASCADE;
ALTER TABLE event_club ADD CONSTRAINT event_club_club_id_fkey FOREIGN KEY (club_id) REFERENCES club(id) ON DELETE CASCADE;
ALTER TABLE event_club ADD CONSTRAINT event_club_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id) ON DELETE CASCADE;
ALTER TABLE event ADD CONSTRAINT event_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE face ADD CONSTRAINT face_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES gallery(id) ON DELETE CASCADE;
ALTER TABLE face_job ADD CONSTRAINT face_job_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES gallery(id) ON DELETE CASCADE;
ALTER TABLE face_job ADD CONSTRAINT face_job_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES photo(id) ON DELETE CASCADE;
ALTER TABLE face ADD CONSTRAINT face_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES photo(id) ON DELETE CASCADE;
ALTER TABLE found_photos_seen ADD CONSTRAINT found_photos_seen_club_person_id_fkey FOREIGN KEY (club_person_id) REFERENCES club_person(id) ON DELETE CASCADE;
ALTER TABLE found_photos_seen ADD CONSTRAINT found_photos_seen_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
ALTER TABLE gallery_club ADD CONSTRAINT gallery_club_club_id_fkey FOREIGN KEY (club_id) REFERENCES club(id) ON DELETE CASCADE;
ALTER TABLE gallery_club ADD CONSTRAINT gallery_club_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES gallery(id) ON DELETE CASCADE;
ALTER TABLE gallery ADD CONSTRAINT gallery_cover_photo FOREIGN KEY (cover_photo_id) REFERENCES photo(id) ON DELETE SET NULL;
ALTER TABLE gallery ADD CONSTRAINT gallery_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE gallery ADD CONSTRAINT gallery_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id) ON DELETE RESTRICT;
ALTER TABLE gallery ADD CONSTRAINT gallery_photographer_id_fkey FOREIGN KEY (photographer_id) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE gallery_user ADD CONSTRAINT gallery_user_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES gallery(id) ON DELETE CASCADE;
ALTER TABLE gallery_user ADD CONSTRAINT gallery_user_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
ALTER TABLE guardian_claim ADD CONSTRAINT guardian_claim_club_id_fkey FOREIGN KEY (club_id) REFERENCES club(id) ON DELETE CASCADE;
ALTER TABLE guardian_claim ADD CONSTRAINT guardian_claim_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
ALTER TABLE guardianship ADD CONSTRAINT guardianship_club_person_id_fkey FOREIGN KEY (club_person_id) REFERENCES club_person(id) ON DELETE CASCADE;
ALTER TABLE guardianship ADD CONSTRAINT guardianship_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE guardianship ADD CONSTRAINT guardianship_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
ALTER TABLE guest_photo ADD CONSTRAINT guest_photo_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES gallery(id) ON DELETE CASCADE;
ALTER TABLE guest_photo ADD CONSTRAINT guest_photo_share_link_id_fkey FOREIGN KEY (share_link_id) REFERENCES share_link(id) ON DELETE SET NULL;
ALTER TABLE invitation_acceptance ADD CONSTRAINT invitation_acceptance_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitation(id) ON DELETE CASCADE;
ALTER TABLE invitation ADD CONSTRAINT invitation_club_id_fkey FOREIGN KEY (club_id) REFERENCES club(id) ON DELETE CASCADE;
ALTER TABLE invitation ADD CONSTRAINT invitation_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE invitation ADD CONSTRAINT invitation_import_id_fkey FOREIGN KEY (import_id) REFERENCES member_import(id) ON DELETE SET NULL;
ALTER TABLE invitation_replaced_token ADD CONSTRAINT invitation_replaced_token_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitation(id) ON DELETE CASCADE;
ALTER TABLE kept_apart ADD CONSTRAINT kept_apart_first_id_fkey FOREIGN KEY (first_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE kept_apart ADD CONSTRAINT kept_apart_second_id_fkey FOREIGN KEY (second_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE link_question ADD CONSTRAINT link_question_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE link_question_before ADD CONSTRAINT link_question_before_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE link_question_before ADD CONSTRAINT link_question_before_club_person_id_fkey FOREIGN KEY (club_person_id) REFERENCES club_person(id) ON DELETE CASCADE;
ALTER TABLE link_question_before ADD CONSTRAINT link_question_before_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES people_decision(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE link_question ADD CONSTRAINT link_question_club_person_id_fkey FOREIGN KEY (club_person_id) REFERENCES club_person(id) ON DELETE CASCADE;
ALTER TABLE link_question ADD CONSTRAINT link_question_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE mail_outbox ADD CONSTRAINT mail_outbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
ALTER TABLE member_import ADD CONSTRAINT member_import_club_id_fkey FOREIGN KEY (club_id) REFERENCES club(id) ON DELETE CASCADE;
ALTER TABLE member_import ADD CONSTRAINT member_import_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE notification_preference ADD CONSTRAINT notification_preference_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
ALTER TABLE notification ADD CONSTRAINT notification_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
ALTER TABLE one_time_token ADD CONSTRAINT one_time_token_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE one_time_token ADD CONSTRAINT one_time_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
ALTER TABLE people_decision ADD CONSTRAINT people_decision_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES gallery(id) ON DELETE CASCADE;
ALTER TABLE people_decision ADD CONSTRAINT people_decision_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE person ADD CONSTRAINT person_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES gallery(id) ON DELETE CASCADE;
ALTER TABLE person ADD CONSTRAINT person_representative_face_id_fkey FOREIGN KEY (representative_face_id) REFERENCES face(id) ON DELETE SET NULL;
ALTER TABLE person_suggestion ADD CONSTRAINT person_suggestion_first_id_fkey FOREIGN KEY (first_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE person_suggestion ADD CONSTRAINT person_suggestion_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES gallery(id) ON DELETE CASCADE;
ALTER TABLE person_suggestion ADD CONSTRAINT person_suggestion_second_id_fkey FOREIGN KEY (second_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE photo ADD CONSTRAINT photo_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES gallery(id) ON DELETE CASCADE;
ALTER TABLE photo ADD CONSTRAINT photo_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE reference ADD CONSTRAINT reference_club_person_id_fkey FOREIGN KEY (club_person_id) REFERENCES club_person(id) ON DELETE CASCADE;
ALTER TABLE reference ADD CONSTRAINT reference_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE refresh_token ADD CONSTRAINT refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;
ALTER TABLE rejection ADD CONSTRAINT rejection_face_id_fkey FOREIGN KEY (face_id) REFERENCES face(id) ON DELETE CASCADE;
ALTER TABLE rejection ADD CONSTRAINT rejection_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE resumable_upload ADD CONSTRAINT resumable_upload_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES gallery(id) ON DELETE CASCADE;
ALTER TABLE resumable_upload ADD CONSTRAINT resumable_upload_share_link_id_fkey FOREIGN KEY (share_link_id) REFERENCES share_link(id) ON DELETE CASCADE;
ALTER TABLE resumable_upload ADD CONSTRAINT resumable_upload_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES app_user(id) ON DELETE CASCADE;
ALTER TABLE role_assignment ADD CONSTRAINT role_assignment_club_id_fkey FOREIGN KEY (club_id) REFERENCES club(id) ON DELETE CASCADE;
ALTER TABLE role_assignment ADD CONSTRAINT role_assignment_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE role_assignment ADD CONSTRAINT role_assignment_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
ALTER TABLE session ADD CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
ALTER TABLE share_link ADD CONSTRAINT share_link_club_person_id_fkey FOREIGN KEY (club_person_id) REFERENCES club_person(id) ON DELETE CASCADE;
ALTER TABLE share_link ADD CONSTRAINT share_link_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE share_link ADD CONSTRAINT share_link_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES gallery(id) ON DELETE CASCADE;
ALTER TABLE share_link_person ADD CONSTRAINT share_link_person_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE share_link_person ADD CONSTRAINT share_link_person_share_link_id_fkey FOREIGN KEY (share_link_id) REFERENCES share_link(id) ON DELETE CASCADE;
ALTER TABLE share_link_photo ADD CONSTRAINT share_link_photo_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES photo(id) ON DELETE CASCADE;
ALTER TABLE share_link_photo ADD CONSTRAINT share_link_photo_share_link_id_fkey FOREIGN KEY (share_link_id) REFERENCES share_link(id) ON DELETE CASCADE;
ALTER TABLE takedown ADD CONSTRAINT takedown_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE takedown ADD CONSTRAINT takedown_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id) ON DELETE SET NULL;
ALTER TABLE takedown ADD CONSTRAINT takedown_face_id_fkey FOREIGN KEY (face_id) REFERENCES face(id) ON DELETE SET NULL;
ALTER TABLE takedown ADD CONSTRAINT takedown_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES gallery(id) ON DELETE CASCADE;
ALTER TABLE takedown ADD CONSTRAINT takedown_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES photo(id) ON DELETE SET NULL;
ALTER TABLE takedown ADD CONSTRAINT takedown_share_link_id_fkey FOREIGN KEY (share_link_id) REFERENCES share_link(id) ON DELETE SET NULL;
