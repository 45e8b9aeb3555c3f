import { Button, type ButtonProps, Group, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useAskClub } from '#client/features/faces/gallery-people/api/ask-club.ts';
import { useEditPeople } from '#client/features/faces/gallery-people/api/edit-people.ts';
import { useKeepInside } from '#client/features/faces/gallery-people/api/keep-inside.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useSharingCheck } from '#client/hooks/use-sharing-check.ts';
import type { FaceCropSource } from '#client/lib/zoom-to-face.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { LinkToClubPerson } from '../edit/link-to-club-person.tsx';
import { WholePhotoDialog } from '../edit/whole-photo-dialog.tsx';
import { nameOfPerson } from '../person-name.ts';
import { AddedAfterRemoval } from './added-after-removal.tsx';
import { LikelyRefusers } from './likely-refusers.tsx';
import { PersonRow } from './person-row.tsx';
import { PhotoTiles } from './photo-tiles.tsx';
import { RefusersToPlace } from './refusers-to-place.tsx';
import classes from './sharing-check-dialog.module.css';
import { UnlinkedPeople, unlinkedAndAsked } from './unlinked-people.tsx';

interface SharingCheckDialogProps {
  galleryId: string;
  /** Of what this link shows; without it of the whole gallery. */
  linkId?: string | undefined;
  /** What the check comes before; it can be pressed whatever is left to check. */
  confirm?: { label: string; run: () => void } | undefined;
  onClose: () => void;
}

/** Who would be seen outside the club, by what their families answered. */
export function SharingCheckDialog({ galleryId, linkId, confirm, onClose }: SharingCheckDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const check = useSharingCheck(galleryId, { linkId });
  const edit = useEditPeople();
  const keep = useKeepInside(galleryId);
  const club = useAskClub(galleryId);
  /** Before something is confirmed only those who matter are asked about. */
  const [looksThrough, setLooksThrough] = useState(!confirm);
  const [wholePhoto, setWholePhoto] = useState<FaceCropSource>();
  const body = useRef<HTMLDivElement>(null);
  /** The row of the pressed button goes. */
  const keepFocus = () => body.current?.focus({ preventScroll: true });
  const { data } = check;
  const asksViewer = data?.asked.filter(({ asks_viewer }) => asks_viewer) ?? [];
  const unlinked = data ? unlinkedAndAsked(data) : [];
  /** Who may have refused, and what is hidden elsewhere: left out together by one press. */
  const suspects = new Set(
    data?.likely_refusers.flatMap(({ people }) => people.map(({ person }) => person.id)),
  );
  const hidden = data?.hidden_elsewhere.photos.map(({ id }) => id) ?? [];
  const toLeaveOut = [
    ...[...suspects].map((person_id) => ({ person_id })),
    ...(hidden.length > 0 ? [{ photo_ids: hidden }] : []),
  ];
  const counted = (
    key: 'left_out' | 'blurred' | 'by_hand_text' | 'pending' | 'waiting_elsewhere' | 'rest',
    count: number,
  ) => t(`sharing_check.${key}`, { count, n: number(count) });

  const leaveOut = (personId: string, count: number) => (
    <Button
      variant="default"
      disabled={keep.isPending}
      onClick={() => {
        keepFocus();
        keep.leaveOut({ person_id: personId });
      }}
    >
      {t('sharing_check.leave_out', { count, n: number(count) })}
    </Button>
  );
  const mark = (ids: string[], as: 'nobody_known' | 'unanswered') => {
    keepFocus();
    void edit.markChecked(galleryId, ids, as);
  };
  const askClub = (ids: string[]) => {
    keepFocus();
    club.ask(ids);
  };
  const answer = (
    word: 'nobody_known' | 'may_be_shown' | 'ask_club' | 'take_back' | 'leave_out_photo' | 'show_again',
    name: string,
    act: () => void,
    look: Pick<ButtonProps, 'disabled' | 'fullWidth'> = {},
  ) => (
    <Button
      variant="default"
      aria-label={t(`sharing_check.${word === 'leave_out_photo' ? 'leave_out' : word}_named`, { name })}
      onClick={() => {
        keepFocus();
        act();
      }}
      {...look}
    >
      {t(`sharing_check.${word}`)}
    </Button>
  );
  const ofTile = { fullWidth: true, disabled: keep.isPending };
  const rowOf = (person: Person, facts: string, answers?: ReactNode) => (
    <PersonRow key={person.id} person={person} facts={facts} onWholePhoto={setWholePhoto}>
      {answers}
    </PersonRow>
  );
  const photosOf = (count: number) => t('galleries.photos', { count, n: number(count) });
  const sayWho = (person: Person) => (
    <>
      <LinkToClubPerson galleryId={galleryId} person={person} edit={edit} />
      {answer('nobody_known', nameOfPerson(t, person), () => mark([person.id], 'nobody_known'))}
    </>
  );
  const section = (title: string, text: string | undefined, rows: ReactNode) => (
    <section aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {text && <p className={classes.text}>{text}</p>}
      {rows}
    </section>
  );

  return (
    <Dialog opened onClose={onClose} title={t('sharing_check.title')} size="lg">
      {check.error && <ErrorState of={check} />}
      {!data && !check.error && <Skeleton h={320} />}
      {data && (
        <Stack gap="lg" ref={body} tabIndex={-1} className={classes.body}>
          {data.pending_photos > 0 && (
            <Text size="sm" c="dimmed">
              {counted('pending', data.pending_photos)}
            </Text>
          )}
          {data.to_check > 0 && <p className={classes.text}>{t('sharing_check.why')}</p>}
          {data.to_check === 0 && !data.added_after_removal && <Text>{t('sharing_check.nobody_left')}</Text>}
          {asksViewer.length > 0 &&
            section(
              t('sharing_check.asks_you'),
              t('sharing_check.asks_you_text'),
              <ul className={classes.plain}>
                {asksViewer.map(({ person, photo_count: count, asked_by }) =>
                  rowOf(
                    person,
                    t('sharing_check.asked_by', {
                      count,
                      n: number(count),
                      name: asked_by ?? t('sharing_check.somebody'),
                    }),
                    sayWho(person),
                  ),
                )}
              </ul>,
            )}
          {data.likely_refusers.length > 0 &&
            section(
              t('sharing_check.likely'),
              t('sharing_check.likely_text'),
              <LikelyRefusers
                refusers={data.likely_refusers}
                edit={edit}
                row={({ person, photo_count }, answers) =>
                  rowOf(
                    person,
                    photosOf(photo_count),
                    <>
                      {answers}
                      {leaveOut(person.id, photo_count)}
                    </>,
                  )
                }
                onAnswer={keepFocus}
                onAnswered={() => void check.refetch()}
              />,
            )}
          {data.refusers_to_place.length + data.refusers_of_others.length > 0 &&
            section(
              t('sharing_check.to_place'),
              t('sharing_check.to_place_text'),
              <RefusersToPlace
                galleryId={galleryId}
                check={data}
                edit={edit}
                onAnswer={keepFocus}
                onAskClub={askClub}
              />,
            )}
          {data.added_after_removal &&
            section(
              t('sharing_check.added_after'),
              undefined,
              <AddedAfterRemoval
                galleryId={galleryId}
                added={data.added_after_removal}
                onAnswer={keepFocus}
                onLeaveOut={(id) => keep.leaveOut({ photo_ids: [id] })}
              />,
            )}
          {data.hidden_elsewhere.total > 0 &&
            section(
              t('sharing_check.hidden_elsewhere'),
              t('sharing_check.hidden_elsewhere_text'),
              <PhotoTiles
                photos={data.hidden_elsewhere.photos}
                answers={({ id, filename }) => (
                  <>
                    {answer('leave_out_photo', filename, () => keep.leaveOut({ photo_ids: [id] }), ofTile)}
                    {answer('may_be_shown', filename, () => keep.show(id), ofTile)}
                  </>
                )}
              />,
            )}
          {data.refused.length > 0 &&
            section(
              t('sharing_check.refused'),
              undefined,
              <ul className={classes.plain}>
                {data.refused.map(({ person, left_out, blurred }) =>
                  rowOf(
                    person,
                    [
                      left_out > 0 && counted('left_out', left_out),
                      blurred > 0 && counted('blurred', blurred),
                    ]
                      .filter(Boolean)
                      .join(' · '),
                  ),
                )}
              </ul>,
            )}
          {data.left_out > 0 && data.refused.every(({ left_out }) => left_out === 0) && (
            <Text size="sm">
              {t('share_links.kept_inside', { count: data.left_out, n: number(data.left_out) })}
            </Text>
          )}
          {data.waiting_elsewhere > 0 && (
            <Text size="sm">{counted('waiting_elsewhere', data.waiting_elsewhere)}</Text>
          )}
          {!looksThrough && data.unanswered.length + unlinked.length > 0 && (
            <Group gap="xs">
              <Text size="sm">{counted('rest', data.unanswered.length + unlinked.length)}</Text>
              <Button variant="subtle" onClick={() => setLooksThrough(true)}>
                {t('sharing_check.look_through')}
              </Button>
            </Group>
          )}
          {looksThrough &&
            data.unanswered.length > 0 &&
            section(
              t('sharing_check.unanswered'),
              t('sharing_check.unanswered_text'),
              <ul className={classes.plain}>
                {data.unanswered.map(({ person, photo_count }) =>
                  rowOf(
                    person,
                    photosOf(photo_count),
                    <>
                      {answer('may_be_shown', nameOfPerson(t, person), () => mark([person.id], 'unanswered'))}
                      {leaveOut(person.id, photo_count)}
                    </>,
                  ),
                )}
              </ul>,
            )}
          {looksThrough &&
            unlinked.length > 0 &&
            section(
              t(data.unlinked.length > 0 ? 'sharing_check.unlinked' : 'sharing_check.asked'),
              t(data.unlinked.length > 0 ? 'sharing_check.unlinked_text' : 'sharing_check.asked_text'),
              <UnlinkedPeople
                people={unlinked}
                listed={data.named_as_listed}
                onLink={(listed) => {
                  keepFocus();
                  void edit.linkEach(listed.map(({ person_id: id, ...known }) => ({ id, ...known })));
                }}
                onNobodyKnown={data.reads_list ? (ids) => mark(ids, 'nobody_known') : undefined}
                onAskClub={data.can_ask_club && !data.reads_list ? askClub : undefined}
                onWholePhoto={setWholePhoto}
                row={({ person, photo_count, is_answered }) =>
                  is_answered === undefined
                    ? rowOf(
                        person,
                        photosOf(photo_count),
                        <>
                          {sayWho(person)}
                          {data.can_ask_club &&
                            answer('ask_club', nameOfPerson(t, person), () => askClub([person.id]), {
                              disabled: club.isPending,
                            })}
                          {leaveOut(person.id, photo_count)}
                        </>,
                      )
                    : rowOf(
                        person,
                        `${photosOf(photo_count)} · ${t(is_answered ? 'sharing_check.answered' : 'sharing_check.asked')}`,
                        !is_answered &&
                          answer('take_back', nameOfPerson(t, person), () => club.takeBack(person.id), {
                            disabled: club.isPending,
                          }),
                      )
                }
              />,
            )}
          {data.kept_inside.total > 0 &&
            section(
              t('sharing_check.by_hand'),
              counted('by_hand_text', data.kept_inside.total),
              <PhotoTiles
                photos={data.kept_inside.photos}
                answers={({ id, filename }) => answer('show_again', filename, () => keep.show(id), ofTile)}
              />,
            )}
        </Stack>
      )}
      {confirm && (data || check.error) && (
        <div className={classes.foot}>
          {data && data.to_ask > 0 && <span className={classes.later}>{t('sharing_check.later')}</span>}
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant={toLeaveOut.length > 0 ? 'default' : 'filled'} onClick={confirm.run}>
            {confirm.label}
          </Button>
          {toLeaveOut.length > 0 && (
            <Button
              variant="filled"
              loading={keep.isPending}
              onClick={() => {
                keepFocus();
                void keep.leaveOut(...toLeaveOut);
              }}
            >
              {t('sharing_check.leave_out_asked')}
            </Button>
          )}
        </div>
      )}
      <WholePhotoDialog cropSource={wholePhoto} onClose={() => setWholePhoto(undefined)} />
    </Dialog>
  );
}
