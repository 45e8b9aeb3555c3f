import { expect, test } from 'vitest';
import { appRouter } from '#server/app-router.ts';
import { routes } from '#server/rest/procedure-route-table.ts';
import type { ProcedureMeta } from '#server/trpc/trpc.ts';

/**
 * Access of every procedure, as a list to review; the permission matrix says what each action demands. `set-up too`: also for
 * administrators who need a second factor and have none.
 */
test('the access of every procedure', () => {
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { meta?: ProcedureMeta; type: string } }
  >;
  const accessOf = (name: string) => {
    const { access, rule, duringSetup } = procedures[name]!._def.meta ?? {};
    return access === 'guarded' ? rule : `${access}${duringSetup ? ' (set-up too)' : ''}: ${rule}`;
  };
  const live = Object.keys(procedures).filter((name) => procedures[name]!._def.type === 'subscription');
  const lines = [
    ...routes.map(
      ({ method, path, procedure, status }) =>
        `${method.toUpperCase()} ${path} -> ${status}`.padEnd(72) + accessOf(procedure),
    ),
    ...live.map((name) => `live ${name}`.padEnd(72) + accessOf(name)),
  ];
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "POST /auth/login -> 200                                                 public: this is where one signs in
    POST /auth/register -> 201                                              public: anybody may create an account where registration is open
    POST /auth/logout -> 200                                                public: ending a session needs nothing but the session
    POST /auth/refresh -> 200                                               public: the refresh token is the proof
    POST /auth/forgot-password -> 202                                       public: who forgot the password cannot sign in; the answer is the same for every name
    POST /auth/reset-password/check -> 200                                  public: the token is the proof; nothing is spent
    POST /auth/reset-password -> 200                                        public: the token is the proof, and it is spent
    POST /auth/confirm-email/check -> 200                                   public: the token is the proof; nothing is spent
    POST /auth/confirm-email -> 200                                         public: the token is the proof, and it is spent
    GET /auth/me -> 200                                                     signed-in (set-up too): answers the viewer only
    POST /auth/confirm-password -> 200                                      signed-in (set-up too): the password of the viewer, for the session in use
    GET /auth/sessions -> 200                                               signed-in (set-up too): answers the viewer only
    POST /auth/sessions/end-others -> 200                                   signed-in (set-up too): ends sessions of the viewer only
    DELETE /auth/sessions/{id} -> 200                                       signed-in (set-up too): ends sessions of the viewer only
    GET /auth/passkeys -> 200                                               signed-in (set-up too): answers the viewer only
    POST /auth/passkeys/options -> 200                                      signed-in (set-up too): answers the viewer only
    POST /auth/passkeys -> 201                                              signed-in (set-up too): changes the viewer only
    POST /auth/passkeys/sign-in/options -> 200                              public: this is where one signs in; it names no account
    POST /auth/passkeys/sign-in -> 200                                      public: this is where one signs in
    POST /auth/passkeys/confirm/options -> 200                              signed-in (set-up too): answers the viewer only
    POST /auth/passkeys/confirm -> 200                                      signed-in (set-up too): a passkey of the viewer, for the session in use
    PUT /auth/passkeys/{id} -> 200                                          signed-in: changes the viewer only
    DELETE /auth/passkeys/{id} -> 200                                       signed-in: changes the viewer only
    POST /auth/oidc -> 200                                                  public: this is where one signs in; it names no account
    GET /auth/oidc/answer -> 200                                            public: answers what the cookie of this browser holds
    POST /auth/oidc/sign-in -> 200                                          public: the answer of the provider in the cookie is the proof, and it is spent
    POST /auth/oidc/register -> 201                                         public: the answer of the provider in the cookie is the proof, and it is spent
    GET /auth/oidc/connection -> 200                                        signed-in (set-up too): answers the viewer only
    GET /auth/oidc/end-session -> 200                                       signed-in (set-up too): answers the viewer only
    POST /auth/oidc/connection/begin -> 200                                 signed-in (set-up too): answers the viewer only
    POST /auth/oidc/connection/finish -> 200                                signed-in (set-up too): changes the viewer only
    DELETE /auth/oidc/connection -> 200                                     signed-in: changes the viewer only
    GET /auth/second-factor -> 200                                          signed-in (set-up too): answers the viewer only
    POST /auth/second-factor -> 200                                         signed-in (set-up too): changes the viewer only
    POST /auth/second-factor/confirm -> 200                                 signed-in (set-up too): changes the viewer only
    POST /auth/second-factor/recovery-codes -> 200                          signed-in: changes the viewer only
    DELETE /auth/second-factor -> 200                                       signed-in: changes the viewer only
    POST /auth/second-factor/keep -> 200                                    signed-in: changes the viewer only
    POST /auth/second-factor/keep-by-link -> 200                            public: the token is the proof
    GET /users/profile -> 200                                               signed-in: answers the viewer only
    PUT /users/profile -> 200                                               signed-in: changes the viewer only
    PUT /users/profile/bio -> 200                                           signed-in: changes the viewer only
    GET /users/profile/credit-line -> 200                                   signed-in: reads the viewer only
    PUT /users/profile/credit-line -> 200                                   signed-in: changes the viewer only
    DELETE /users/profile/credit-line -> 200                                signed-in: changes the viewer and their own photos only
    PUT /users/profile/language -> 200                                      signed-in: changes the viewer only
    POST /users/profile/verify-email -> 202                                 signed-in: mails the viewer only
    GET /users/profile/keys -> 200                                          signed-in: answers the viewer only
    POST /users/profile/keys -> 201                                         signed-in: changes the viewer only; a key has no more rights than its account
    DELETE /users/profile/keys/{id} -> 200                                  signed-in: changes the viewer only
    GET /users/profile/contributions -> 200                                 signed-in: answers the viewer only
    GET /users/profile/calendar -> 200                                      signed-in: answers the viewer only
    POST /users/profile/calendar -> 201                                     signed-in: changes the viewer only
    DELETE /users/profile/calendar -> 200                                   signed-in: changes the viewer only
    POST /users/profile/delete -> 200                                       signed-in: deletes the viewer only, who proves it with the password
    PUT /users/change-password -> 200                                       signed-in: changes the viewer only
    POST /users/set-password -> 200                                         signed-in: changes the viewer only
    GET /users -> 200                                                       user.search
    POST /users -> 201                                                      user.administer
    POST /users/photographers -> 201                                        user.administer
    GET /users/{id} -> 200                                                  user.read
    PUT /users/{id} -> 200                                                  user.administer
    DELETE /users/{id} -> 200                                               user.administer
    GET /users/{id}/second-factor -> 200                                    user.administer
    POST /users/{id}/reset-link -> 201                                      user.administer
    POST /users/{id}/end-sessions -> 200                                    user.administer
    GET /users/{id}/roles -> 200                                            user.readRoles
    POST /users/{id}/roles -> 201                                           user.administer
    DELETE /users/{id}/roles/{role} -> 200                                  user.administer
    GET /users/{id}/admin-clubs -> 200                                      user.readRoles
    GET /roles -> 200                                                       signed-in: role names are no secret
    GET /clubs -> 200                                                       signed-in: clubs are open to every member
    POST /clubs -> 201                                                      club.create
    GET /clubs/{id} -> 200                                                  club.read
    PUT /clubs/{id} -> 200                                                  club.edit
    DELETE /clubs/{id} -> 200                                               club.delete
    POST /clubs/{id}/join -> 200                                            club.read
    POST /clubs/{id}/leave -> 200                                           club.read
    POST /clubs/{id}/cancel-request -> 200                                  club.read
    GET /clubs/{id}/members -> 200                                          club.manageMembers
    GET /clubs/{id}/requests -> 200                                         club.manageMembers
    POST /clubs/{id}/members/{user_id}/approve -> 200                       club.manageMembers
    POST /clubs/{id}/members/{user_id}/reject -> 200                        club.manageMembers
    DELETE /clubs/{id}/members/{user_id} -> 200                             club.read
    GET /clubs/{id}/admins -> 200                                           club.manageAdmins
    POST /clubs/{id}/admins/{user_id} -> 201                                club.manageAdmins
    DELETE /clubs/{id}/admins/{user_id} -> 200                              club.read
    GET /clubs/{id}/asked -> 200                                            club.manageMembers
    POST /clubs/{id}/asked/{asked_id}/agree -> 200                          club.manageMembers
    DELETE /clubs/{id}/asked/{asked_id} -> 200                              club.manageMembers
    GET /clubs/{id}/links -> 200                                            club.manageMembers
    GET /clubs/{id}/rights -> 200                                           club.manageMembers
    DELETE /clubs/{id}/rights/{user_id} -> 200                              club.manageMembers
    GET /clubs/{id}/storage -> 200                                          club.readQuota
    PUT /clubs/{id}/storage -> 200                                          club.setQuota
    GET /clubs/{id}/family-links -> 200                                     club.managePeople
    PUT /clubs/{id}/family-links -> 200                                     club.managePeople
    DELETE /clubs/{id}/family-links -> 200                                  club.managePeople
    GET /clubs/{id}/people -> 200                                           club.managePeople
    POST /clubs/{id}/people -> 201                                          club.managePeople
    PUT /clubs/{id}/people/{club_person_id} -> 200                          club.managePeople
    DELETE /clubs/{id}/people/{club_person_id} -> 200                       club.managePeople
    PUT /clubs/{id}/people/{club_person_id}/departure -> 200                club.managePeople
    DELETE /clubs/{id}/people/{club_person_id}/departure -> 200             club.managePeople
    GET /clubs/{id}/typed-names -> 200                                      club.managePeople
    POST /clubs/{id}/typed-names/seen -> 200                                club.managePeople
    POST /clubs/{id}/typed-names/nobody -> 200                              club.managePeople
    GET /clubs/{id}/left-people -> 200                                      club.managePeople
    PUT /clubs/{id}/left-people -> 200                                      club.managePeople
    GET /clubs/{id}/people/{club_person_id}/guardians -> 200                club.managePeople
    POST /clubs/{id}/people/{club_person_id}/guardians -> 201               club.managePeople
    DELETE /clubs/{id}/people/{club_person_id}/guardians/{guardianship_id} -> 200club.managePeople
    POST /clubs/{id}/people/{club_person_id}/guardians/{guardianship_id}/not-them -> 200club.managePeople
    GET /clubs/{id}/people/{club_person_id}/paper-consents -> 200           club.managePeople
    POST /clubs/{id}/people/{club_person_id}/paper-consents -> 201          club.managePeople
    DELETE /clubs/{id}/people/{club_person_id}/paper-consents/{consent_id} -> 200club.managePeople
    POST /clubs/{id}/members/ending-guardianships -> 200                    club.managePeople
    GET /clubs/{id}/guardian-claims -> 200                                  club.managePeople
    POST /clubs/{id}/guardian-claims -> 201                                 club.claimPeople
    POST /clubs/{id}/guardian-claims/{claim_id}/approve -> 200              club.managePeople
    POST /clubs/{id}/guardian-claims/{claim_id}/reject -> 200               club.managePeople
    POST /clubs/{id}/consent-reminders -> 201                               club.managePeople
    GET /clubs/{id}/consent-texts -> 200                                    club.managePeople
    PUT /clubs/{id}/consent-texts/{purpose} -> 200                          club.managePeople
    GET /clubs/{id}/erasures -> 200                                         club.managePeople
    DELETE /clubs/{id}/erasure-requests/{club_person_id} -> 200             club.managePeople
    GET /family -> 200                                                      signed-in: answers for the viewer, and the people the viewer is guardian of
    POST /family/people/{id}/consents -> 201                                clubPerson.answerConsent
    POST /family/people/{id}/erasure-request -> 201                         clubPerson.askErasure
    DELETE /family/people/{id}/erasure-request -> 200                       clubPerson.askErasure
    POST /family/claims/{id}/answers -> 201                                 signed-in: answers about a claim of the viewer only
    DELETE /family/claims/{id} -> 200                                       signed-in: deletes a claim of the viewer only
    POST /family/guardianships/{id}/accept -> 200                           signed-in: accepts only what the viewer was asked
    DELETE /family/guardianships/{id} -> 200                                signed-in: ends a guardianship of the viewer only
    GET /clubs/{id}/takedowns -> 200                                        club.readTakedowns
    GET /clubs/{id}/invitations -> 200                                      club.manageMembers
    POST /clubs/{id}/invitations -> 201                                     club.manageMembers
    POST /clubs/{id}/invitations/for-children -> 201                        club.manageMembers
    POST /clubs/{id}/invitations/{invitation_id}/replace -> 200             club.manageMembers
    POST /clubs/{id}/invitations/replace-unknown -> 200                     club.manageMembers
    POST /clubs/{id}/invitations/{invitation_id}/mail -> 200                club.manageMembers
    DELETE /clubs/{id}/invitations/{invitation_id} -> 200                   club.manageMembers
    POST /invitations/check -> 200                                          public: the token is the proof; nothing is spent
    POST /invitations/accept -> 200                                         signed-in: the token is the proof, and the viewer joins
    POST /invitations/register -> 201                                       public: the token is the proof, also where registration needs an invitation
    GET /clubs/{id}/member-imports -> 200                                   club.manageMembers
    POST /clubs/{id}/member-imports/preview -> 200                          club.manageMembers
    POST /clubs/{id}/member-imports -> 201                                  club.manageMembers
    GET /clubs/{id}/member-imports/{import_id}/invitations -> 200           club.manageMembers
    POST /clubs/{id}/member-imports/{import_id}/undo -> 200                 club.manageMembers
    GET /events -> 200                                                      signed-in: events are open to every member
    POST /events -> 201                                                     event.create
    GET /events/my-events -> 200                                            signed-in: lists what the viewer created
    GET /events/{id} -> 200                                                 event.read
    PUT /events/{id} -> 200                                                 event.manage
    DELETE /events/{id} -> 200                                              event.delete
    GET /events/{id}/clubs -> 200                                           event.read
    POST /events/{id}/clubs -> 200                                          event.manage
    DELETE /events/{id}/clubs/{club_id} -> 200                              event.removeClub
    GET /galleries -> 200                                                   signed-in: lists only what visibleTo() allows
    GET /galleries/photographers -> 200                                     gallery.create
    POST /galleries -> 201                                                  gallery.create
    GET /galleries/event/{event_id} -> 200                                  event.read
    PUT /galleries/links/{id} -> 200                                        gallery.endLinks
    DELETE /galleries/links/{id} -> 200                                     gallery.endLinks
    GET /galleries/links/{id}/galleries -> 200                              gallery.createSharingLinks
    POST /galleries/links/{id}/asked-galleries -> 200                       gallery.createSharingLinks
    GET /galleries/shared/{token} -> 200                                    public: the link is the right; requireLink() checks it on every call
    GET /galleries/shared/{token}/photos -> 200                             public: the link is the right; requireLink() checks it on every call
    GET /galleries/shared/{token}/people -> 200                             public: the link is the right; requireLink() checks it on every call
    POST /galleries/shared/{token}/download -> 201                          public: the link is the right; requireLink() checks it on every call
    POST /galleries/shared/{token}/photos/{id}/takedown -> 201              public: the link is the right; requireLink() checks it on every call
    POST /galleries/shared/{token}/photos/takedown -> 201                   public: the link is the right; requireLink() checks it on every call
    POST /galleries/shared/{token}/takedowns -> 200                         public: the link is the right; requireLink() checks it on every call; each request is answered to its receipt
    POST /galleries/shared/{token}/takedowns/withdraw -> 200                public: the link is the right; requireLink() checks it on every call; only who holds the receipt takes a request back
    GET /galleries/shared/{token}/collect -> 200                            public: the link is the right; requireGuestUploadLink() checks it on every call
    POST /galleries/shared/{token}/guest-photos -> 200                      public: the link is the right; requireGuestUploadLink() checks it on every call; only photos of this browser, by the hash of its key
    POST /galleries/shared/{token}/guest-photos/{id}/withdraw -> 200        public: the link is the right; requireGuestUploadLink() checks it on every call; only photos of this browser, by the hash of its key
    GET /galleries/{id} -> 200                                              gallery.read
    PUT /galleries/{id} -> 200                                              gallery.setCover
    DELETE /galleries/{id} -> 200                                           gallery.delete
    GET /deleted-galleries -> 200                                           signed-in: lists only what the viewer may delete
    POST /galleries/{id}/restore -> 200                                     signed-in: restores only what the viewer may delete
    POST /galleries/{id}/purge -> 200                                       signed-in: deletes only what the viewer may delete
    PUT /galleries/{id}/kept-until -> 200                                   gallery.delete
    POST /galleries/{id}/download -> 201                                    gallery.read
    GET /galleries/{id}/storage -> 200                                      gallery.uploadPhotos
    GET /galleries/{id}/access -> 200                                       gallery.manageAccess
    POST /galleries/{id}/access -> 200                                      gallery.manageAccess
    GET /galleries/{id}/takedowns -> 200                                    gallery.decideTakedowns
    POST /galleries/{id}/takedowns -> 201                                   gallery.read
    POST /galleries/{id}/takedowns/{takedown_id}/decide -> 200              gallery.keepHidden
    GET /galleries/{id}/guest-photos -> 200                                 gallery.decideGuestPhotos
    POST /galleries/{id}/guest-photos/accept -> 200                         gallery.decideGuestPhotos
    POST /galleries/{id}/guest-photos/decline -> 200                        gallery.decideGuestPhotos
    GET /galleries/{id}/deleted-photos -> 200                               gallery.deletePhotos
    POST /galleries/{id}/deleted-photos/restore -> 200                      gallery.deletePhotos
    POST /galleries/{id}/deleted-photos/purge -> 200                        gallery.deletePhotos
    DELETE /galleries/{id}/clubs/{club_id} -> 200                           gallery.endLinks
    POST /galleries/{id}/take-over -> 200                                   gallery.takeOver
    POST /galleries/{id}/take-over/object -> 200                            gallery.endLinks
    GET /galleries/{id}/camera-clocks -> 200                                gallery.editPeople
    POST /galleries/{id}/camera-clocks -> 200                               gallery.editPeople
    POST /galleries/{id}/camera-clocks/undo -> 200                          gallery.editPeople
    GET /galleries/{id}/links -> 200                                        gallery.endLinks
    GET /galleries/{id}/sharing-check -> 200                                gallery.answerAboutPeople
    POST /galleries/{id}/kept-inside -> 200                                 gallery.createSharingLinks
    POST /galleries/{id}/added-photos -> 200                                gallery.createSharingLinks
    POST /galleries/{id}/asked-people -> 200                                gallery.createSharingLinks
    POST /galleries/{id}/absent-people -> 200                               gallery.createSharingLinks
    POST /galleries/{id}/links -> 201                                       gallery.createSharingLinks
    POST /galleries/{id}/joined-links -> 200                                gallery.createSharingLinks
    GET /photos/gallery/{gallery_id} -> 200                                 gallery.read
    POST /photos/gallery/{id}/regenerate-thumbnails -> 202                  gallery.uploadPhotos
    POST /photos/bulk-delete -> 200                                         signed-in: each photo is checked against its own gallery
    GET /photos/{id} -> 200                                                 gallery.read
    GET /photos/{id}/faces -> 200                                           gallery.read
    GET /photos/{id}/metadata -> 200                                        gallery.editPeople
    GET /photos/{id}/caption -> 200                                         gallery.read
    POST /photos/{id}/takedown -> 201                                       gallery.read
    GET /takedowns/mine -> 200                                              signed-in: lists what the viewer asked for
    POST /takedowns/{id}/withdraw -> 200                                    signed-in: takes back only what the viewer asked for
    POST /photos/{id}/hide -> 200                                           gallery.decideTakedowns
    GET /photos/{id}/version -> 200                                         gallery.uploadPhotos
    DELETE /photos/{id} -> 200                                              gallery.deletePhotos
    GET /my-photos -> 200                                                   signed-in: answers the viewer and the viewer’s children only
    GET /my-photos/has-family -> 200                                        signed-in: answers about the viewer and the viewer’s children only
    GET /my-photos/{id}/photos -> 200                                       signed-in: answers about the viewer and children the viewer is a guardian of; others do not exist here
    PUT /my-photos/{id}/seen -> 200                                         signed-in: answers about the viewer and children the viewer is a guardian of; others do not exist here
    GET /my-photos/{id}/questions -> 200                                    signed-in: answers about the viewer and children the viewer is a guardian of; others do not exist here
    GET /my-photos/{id}/answered-no -> 200                                  signed-in: answers about the viewer and children the viewer is a guardian of; others do not exist here
    POST /my-photos/{id}/answers -> 200                                     signed-in: answers about the viewer and children the viewer is a guardian of; others do not exist here
    POST /my-photos/{id}/answers/{person_id}/take-back -> 200               signed-in: answers about the viewer and children the viewer is a guardian of; others do not exist here
    POST /my-photos/{id}/rejections -> 200                                  signed-in: answers about the viewer and children the viewer is a guardian of; others do not exist here
    POST /my-photos/{id}/rejections/{decision_id}/take-back -> 200          signed-in: answers about the viewer and children the viewer is a guardian of; others do not exist here
    DELETE /my-photos/{id}/references/{reference_id} -> 200                 signed-in: answers about the viewer and children the viewer is a guardian of; others do not exist here
    GET /my-photos/{id}/guard-pictures -> 200                               signed-in: answers about the viewer and children the viewer is a guardian of; others do not exist here
    DELETE /my-photos/{id}/guard-pictures/{reference_id} -> 200             signed-in: answers about the viewer and children the viewer is a guardian of; others do not exist here
    GET /my-photos/{id}/links -> 200                                        clubPerson.shareByLink
    POST /my-photos/{id}/links -> 201                                       clubPerson.shareByLink
    DELETE /my-photos/{id}/links/{link_id} -> 200                           clubPerson.shareByLink
    GET /facerecognition/galleries/{id}/summary -> 200                      gallery.read
    GET /facerecognition/galleries/{id}/faces -> 200                        gallery.read
    GET /facerecognition/galleries/{id}/club-people -> 200                  gallery.answerAboutPeople
    GET /facerecognition/galleries/{id}/suggestions -> 200                  gallery.editPeople
    GET /facerecognition/galleries/{id}/link-questions -> 200               gallery.editPeople
    GET /facerecognition/galleries/{id}/history -> 200                      gallery.editPeople
    POST /facerecognition/galleries/{gallery_id}/move-faces -> 200          gallery.editPeople
    POST /facerecognition/galleries/{gallery_id}/checked-people -> 200      gallery.answerAboutPeople
    POST /facerecognition/galleries/{gallery_id}/names-of-nobody -> 200     gallery.answerAboutPeople
    POST /facerecognition/galleries/{gallery_id}/people-like -> 200         gallery.editPeople
    GET /facerecognition/faces/{id}/photos -> 200                           gallery.read
    GET /facerecognition/faces/{id}/faces -> 200                            gallery.read
    GET /facerecognition/faces/{id}/faces-like -> 200                       gallery.editPeople
    PUT /facerecognition/faces/{id} -> 200                                  gallery.editPeople
    POST /facerecognition/faces/{id}/merge -> 200                           gallery.editPeople
    POST /facerecognition/faces/{id}/reject -> 200                          gallery.editPeople
    POST /facerecognition/faces/{id}/hide -> 200                            gallery.editPeople
    POST /facerecognition/faces/{id}/link -> 200                            gallery.answerAboutPeople
    POST /facerecognition/faces/{id}/decline-link -> 200                    gallery.editPeople
    POST /facerecognition/faces/{id}/decline-link/take-back -> 200          gallery.editPeople
    POST /facerecognition/faces/{id}/unlink -> 200                          gallery.editPeople
    POST /facerecognition/faces/{id}/representative -> 200                  gallery.editPeople
    POST /facerecognition/faces/{first_id}/keep-apart -> 200                gallery.editPeople
    POST /facerecognition/decisions/{id}/undo -> 200                        gallery.answerAboutPeople
    GET /facerecognition/admin/jobs/summary -> 200                          faces.administer
    GET /facerecognition/admin/jobs/active -> 200                           faces.administer
    GET /facerecognition/admin/jobs/recent -> 200                           faces.administer
    POST /facerecognition/admin/jobs/{id}/retry -> 202                      faces.administer
    POST /facerecognition/admin/galleries/{id}/reprocess -> 202             faces.administer
    GET /facerecognition/admin/galleries/{gallery_id}/preview -> 200        faces.administer
    GET /facerecognition/admin/settings -> 200                              faces.administer
    PUT /facerecognition/admin/settings -> 200                              faces.administer
    POST /facerecognition/admin/models/{model}/accept -> 200                faces.administer
    GET /notifications -> 200                                               signed-in: answers the viewer only
    GET /notifications/unread-count -> 200                                  signed-in: answers the viewer only
    GET /notifications/preferences -> 200                                   signed-in: answers the viewer only
    PUT /notifications/preferences -> 200                                   signed-in: changes the viewer only
    GET /notifications/device -> 200                                        signed-in: answers about the device of the viewer
    PUT /notifications/device -> 200                                        signed-in: changes the device of the viewer only
    DELETE /notifications/device -> 200                                     signed-in: changes the device of the viewer only
    POST /notifications/read-all -> 200                                     signed-in: answers the viewer only
    POST /notifications/{id}/read -> 200                                    signed-in: answers the viewer only
    GET /stats/dashboard -> 200                                             signed-in: answers the viewer only
    GET /stats/waiting -> 200                                               signed-in: lists only clubs and galleries whose requests the viewer answers
    GET /stats/first-steps -> 200                                           faces.administer
    GET /stats/admin -> 200                                                 faces.administer
    GET /storage/clubs -> 200                                               storage.read
    GET /storage/galleries -> 200                                           storage.read
    GET /storage/photographers -> 200                                       storage.read
    GET /audit -> 200                                                       audit.read
    GET /settings/public -> 200                                             public: the sign-in pages depend on it; it names no account
    GET /settings -> 200                                                    settings.administer
    PUT /settings -> 200                                                    settings.administer
    POST /settings/past-events -> 200                                       event.create
    POST /mail/unsubscribe/{token} -> 200                                   public: the signed link of a mail is the proof; it ends mails and nothing else
    GET /mail/status -> 200                                                 settings.administer
    POST /mail/test -> 202                                                  settings.administer
    GET /backups/status -> 200                                              settings.administer
    POST /backups -> 202                                                    settings.administer
    live live.page                                                          signed-in: answers the viewer, and of a gallery or the queue what the viewer may see"
  `);
});
