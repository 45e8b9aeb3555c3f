/** Where on an S3 service the photos lie. */
export interface S3Location {
  bucket: string;
  /** Before each key: empty, or ending with a slash. */
  prefix: string;
  /** Undefined: that of AWS_REGION. */
  region: string | undefined;
  /** Undefined: Amazon's own of the region. */
  endpoint: string | undefined;
  /** The bucket as part of the path and not of the host name. */
  pathStyle: boolean;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[\w!.*'()-]+(\/[\w!.*'()-]+)*$/;
const OPTIONS = ['region', 'endpoint', 'pathStyle'];

/**
 * Reads `s3://bucket/prefix?region=…&endpoint=…&pathStyle=…`.
 * @returns a sentence without the value when it is none
 */
export function parseStorageUrl(text: string): S3Location | { problem: string } {
  if (!text.startsWith('s3://') || !URL.canParse(text))
    return { problem: 'must be an address such as s3://bucket/prefix?region=eu-central-1' };
  const url = new URL(text);
  if (url.username || url.password)
    return { problem: 'must not hold keys: they belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY' };
  if (!BUCKET.test(url.host)) return { problem: 'must name a bucket after s3://' };
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  if (prefix && (!PREFIX.test(prefix) || prefix.includes('..')))
    return { problem: 'must have a prefix of letters, digits, dashes and slashes' };
  if ([...url.searchParams.keys()].some((name) => !OPTIONS.includes(name)))
    return { problem: `knows the options ${OPTIONS.join(', ')} and no others` };
  const { region, endpoint, pathStyle } = Object.fromEntries(url.searchParams);
  if (endpoint !== undefined && !isAddress(endpoint))
    return {
      problem: 'must have an endpoint that begins with https:// or http:// and ends after host and port',
    };
  if (pathStyle !== undefined && pathStyle !== 'true' && pathStyle !== 'false')
    return { problem: 'must have true or false as pathStyle' };
  return {
    bucket: url.host,
    prefix: prefix && `${prefix}/`,
    region: region || undefined,
    endpoint,
    pathStyle: pathStyle === undefined ? endpoint !== undefined : pathStyle === 'true',
  };
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username;
}
