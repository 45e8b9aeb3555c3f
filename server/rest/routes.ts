/**
 * The table of the REST surface: method, path, procedure, status of success. A `{name}` of the path becomes the
 * input field of that name (or the one after the colon). There is no logic here: every row calls the same
 * procedure as the client does. Uploads, pictures and archives are in file-routes.ts: tRPC carries JSON only.
 */
export type Method = 'get' | 'post' | 'put' | 'delete';
export type RouteRow = { method: Method; path: string; procedure: string; status: 200 | 201 | 202 };

const get = (path: string, procedure: string): RouteRow => ({ method: 'get', path, procedure, status: 200 });
const post = (path: string, procedure: string, status: RouteRow['status'] = 200): RouteRow => ({
  method: 'post',
  path,
  procedure,
  status,
});
const put = (path: string, procedure: string): RouteRow => ({ method: 'put', path, procedure, status: 200 });
const del = (path: string, procedure: string): RouteRow => ({
  method: 'delete',
  path,
  procedure,
  status: 200,
});

export const routes: RouteRow[] = [
  post('/auth/login', 'auth.login'),
  post('/auth/register', 'auth.register', 201),
  post('/auth/logout', 'auth.logout'),
  post('/auth/refresh', 'auth.refresh'),
  post('/auth/forgot-password', 'auth.forgotPassword', 202),
  post('/auth/reset-password/check', 'auth.checkResetToken'),
  post('/auth/reset-password', 'auth.resetPassword'),
  post('/auth/confirm-email/check', 'auth.checkEmailToken'),
  post('/auth/confirm-email', 'auth.confirmEmail'),
  get('/auth/me', 'auth.me'),

  get('/users/profile', 'users.profile'),
  put('/users/profile', 'users.updateProfile'),
  put('/users/profile/bio', 'users.updateBio'),
  put('/users/profile/language', 'users.updateLanguage'),
  post('/users/profile/verify-email', 'users.requestVerification', 202),
  put('/users/change-password', 'users.changePassword'),
  get('/users', 'users.list'),
  post('/users', 'users.create', 201),
  post('/users/photographers', 'users.createPhotographer', 201),
  get('/users/{id}', 'users.get'),
  put('/users/{id}', 'users.update'),
  del('/users/{id}', 'users.delete'),
  post('/users/{id}/reset-link', 'users.createResetLink', 201),
  get('/users/{id}/roles', 'users.roles'),
  post('/users/{id}/roles', 'users.grantRole', 201),
  del('/users/{id}/roles/{role}', 'users.revokeRole'),
  get('/users/{id}/admin-clubs', 'users.adminClubs'),
  get('/roles', 'roles.list'),

  get('/clubs', 'clubs.list'),
  post('/clubs', 'clubs.create', 201),
  get('/clubs/{id}', 'clubs.get'),
  put('/clubs/{id}', 'clubs.update'),
  del('/clubs/{id}', 'clubs.delete'),
  post('/clubs/{id}/join', 'clubs.join'),
  post('/clubs/{id}/leave', 'clubs.leave'),
  post('/clubs/{id}/cancel-request', 'clubs.cancelRequest'),
  get('/clubs/{id}/members', 'clubs.members'),
  get('/clubs/{id}/requests', 'clubs.requests'),
  post('/clubs/{id}/members/{user_id}/approve', 'clubs.approve'),
  post('/clubs/{id}/members/{user_id}/reject', 'clubs.reject'),
  del('/clubs/{id}/members/{user_id}', 'clubs.removeMember'),
  get('/clubs/{id}/admins', 'clubs.admins'),
  post('/clubs/{id}/admins/{user_id}', 'clubs.addAdmin', 201),
  del('/clubs/{id}/admins/{user_id}', 'clubs.removeAdmin'),

  get('/events', 'events.list'),
  post('/events', 'events.create', 201),
  get('/events/my-events', 'events.mine'),
  get('/events/{id}', 'events.get'),
  put('/events/{id}', 'events.update'),
  del('/events/{id}', 'events.delete'),
  get('/events/{id}/clubs', 'events.clubs'),
  post('/events/{id}/clubs', 'events.setClubs'),
  del('/events/{id}/clubs/{club_id}', 'events.removeClub'),

  get('/galleries', 'galleries.list'),
  post('/galleries', 'galleries.create', 201),
  get('/galleries/event/{event_id}', 'galleries.ofEvent'),
  put('/galleries/links/{id}', 'links.update'),
  del('/galleries/links/{id}', 'links.delete'),
  get('/galleries/shared/{token}', 'shared.open'),
  get('/galleries/shared/{token}/photos', 'shared.photos'),
  post('/galleries/shared/{token}/download', 'shared.prepareDownload', 201),
  get('/galleries/{id}', 'galleries.get'),
  put('/galleries/{id}', 'galleries.update'),
  del('/galleries/{id}', 'galleries.delete'),
  post('/galleries/{id}/download', 'photos.prepareDownload', 201),
  get('/galleries/{id}/access', 'galleries.access'),
  post('/galleries/{id}/access', 'galleries.setAccess'),
  get('/galleries/{id}/links', 'links.list'),
  post('/galleries/{id}/links', 'links.create', 201),

  get('/photos/gallery/{gallery_id}', 'photos.list'),
  post('/photos/gallery/{id}/regenerate-thumbnails', 'photos.regenerateThumbnails', 202),
  post('/photos/bulk-delete', 'photos.bulkDelete'),
  get('/photos/{id}', 'photos.get'),
  get('/photos/{id}/faces', 'faces.ofPhoto'),
  del('/photos/{id}', 'photos.delete'),

  get('/facerecognition/galleries/{id}/summary', 'faces.summary'),
  get('/facerecognition/galleries/{id}/faces', 'faces.people'),
  get('/facerecognition/galleries/{id}/suggestions', 'people.suggestions'),
  get('/facerecognition/galleries/{id}/history', 'people.history'),
  post('/facerecognition/galleries/{gallery_id}/move-faces', 'people.moveFaces'),
  post('/facerecognition/galleries/{gallery_id}/people-like', 'people.peopleLike'),
  get('/facerecognition/faces/{id}/photos', 'faces.photosOf'),
  get('/facerecognition/faces/{id}/faces', 'people.facesOf'),
  get('/facerecognition/faces/{id}/faces-like', 'people.facesLike'),
  put('/facerecognition/faces/{id}', 'people.rename'),
  post('/facerecognition/faces/{id}/merge', 'people.merge'),
  post('/facerecognition/faces/{id}/reject', 'people.reject'),
  post('/facerecognition/faces/{id}/hide', 'people.hide'),
  post('/facerecognition/faces/{id}/representative', 'people.setRepresentative'),
  post('/facerecognition/faces/{first_id}/keep-apart', 'people.keepApart'),
  post('/facerecognition/decisions/{id}/undo', 'people.undo'),
  get('/facerecognition/admin/jobs/summary', 'faceAdmin.jobsSummary'),
  get('/facerecognition/admin/jobs/active', 'faceAdmin.activeJobs'),
  get('/facerecognition/admin/jobs/recent', 'faceAdmin.recentJobs'),
  post('/facerecognition/admin/jobs/{id}/retry', 'faceAdmin.retryJob', 202),
  post('/facerecognition/admin/galleries/{id}/reprocess', 'faceAdmin.reprocess', 202),
  get('/facerecognition/admin/galleries/{gallery_id}/preview', 'faceAdmin.previewSettings'),
  get('/facerecognition/admin/settings', 'faceAdmin.settings'),
  put('/facerecognition/admin/settings', 'faceAdmin.updateSettings'),

  get('/notifications', 'notifications.list'),
  get('/notifications/unread-count', 'notifications.unreadCount'),
  post('/notifications/read-all', 'notifications.markAllRead'),
  post('/notifications/{id}/read', 'notifications.markRead'),
  get('/stats/dashboard', 'stats.dashboard'),
  get('/stats/first-steps', 'stats.firstSteps'),
  get('/stats/admin', 'stats.admin'),
  get('/audit', 'audit.list'),
  get('/settings/public', 'settings.public'),
  get('/settings', 'settings.get'),
  put('/settings', 'settings.update'),
  get('/mail/status', 'mail.status'),
  post('/mail/test', 'mail.sendTest', 202),
];

/** `/users/{id}` as Express writes it. */
export const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
