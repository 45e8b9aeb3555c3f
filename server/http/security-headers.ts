import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Content security policy and the other headers of that kind: no inline script, nothing from other hosts. The component library sets styles at run time. */
export function securityHeaders() {
  return helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        upgradeInsecureRequests: null, // plain http on a home network has to work
      },
    },
    strictTransportSecurity: false, // the proxy that ends TLS sends it
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
}

/** Search engines may show the start page and nothing else: whoever has a link to photos may open them, and nobody may find them. */
export const hideFromSearch: RequestHandler = (req, res, next) => {
  if (req.path !== '/') res.set('X-Robots-Tag', 'noindex, nofollow, noarchive');
  next();
};
