/** The exact validation messages of every form: typed values by label, and the expected messages. */
export interface FormTry {
  fill: Record<string, string>;
  says: string[];
}
export interface Form {
  name: string;
  who: 'admin' | 'photographer' | 'nobody';
  path: string;
  /** The button that opens the form if it is a dialog. */
  open?: string;
  submit: string;
  tries: FormTry[];
}

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

export const forms: Form[] = [
  {
    name: 'sign in',
    who: 'nobody',
    path: '/login',
    submit: 'Sign In',
    tries: [
      { fill: {}, says: ['Username is required', 'Password is required'] },
      { fill: { 'Username or email': 'anna' }, says: ['Password is required'] },
    ],
  },
  {
    name: 'create user',
    who: 'admin',
    path: '/users',
    open: 'Create user',
    submit: 'Create user',
    tries: [
      { fill: {}, says: ['Username is required', 'Email is required', 'Password is required'] },
      {
        fill: { Username: 'abc', Email: 'nowhere', Password: 'short', 'Confirm password': 'other' },
        says: [
          'Please enter a valid email address',
          'Password must be at least 8 characters',
          'Passwords do not match',
        ],
      },
      { fill: { Email: 'an..na@club.example' }, says: ['Please enter a valid email address'] },
    ],
  },
  {
    name: 'create club',
    who: 'admin',
    path: '/clubs',
    open: 'Create club',
    submit: 'Create club',
    tries: [{ fill: { Name: '   ', Sport: '  ' }, says: ['Name is required', 'Sport type is required'] }],
  },
  {
    name: 'create event',
    who: 'photographer',
    path: '/events',
    open: 'Create event',
    submit: 'Create event',
    tries: [
      { fill: {}, says: ['Name is required', 'Slug is required', 'Date is required'] },
      {
        fill: { Name: 'ab', Slug: 'a', 'Event date': yesterday },
        says: [
          'Name must be at least 3 characters',
          'Slug must be at least 3 characters',
          'The date cannot be in the past',
        ],
      },
      {
        fill: { Slug: 'Not a slug' },
        says: ['Slug may only contain lowercase letters, digits and hyphens'],
      },
    ],
  },
  {
    name: 'quick event',
    who: 'photographer',
    path: '/admin/gallery/create',
    open: 'New event',
    submit: 'Create event',
    tries: [
      { fill: { 'Event date': '' }, says: ['Name is required', 'Date is required'] },
      { fill: { 'Event date': yesterday }, says: ['The date cannot be in the past'] },
    ],
  },
  {
    name: 'quick photographer',
    who: 'admin',
    path: '/admin/gallery/create',
    open: 'New photographer',
    submit: 'Create photographer',
    tries: [
      {
        fill: {},
        says: [
          'First name is required',
          'Last name is required',
          'Email is required',
          'Password is required',
        ],
      },
      {
        fill: { Email: 'nowhere', 'Initial password': 'short', 'Confirm password': 'other' },
        says: [
          'Please enter a valid email address',
          'Password must be at least 8 characters',
          'Passwords do not match',
        ],
      },
    ],
  },
  {
    name: 'create gallery',
    who: 'photographer',
    path: '/admin/gallery/create',
    submit: 'Create gallery',
    tries: [{ fill: {}, says: ['Name is required', 'Event is required'] }],
  },
  {
    name: 'register',
    who: 'nobody',
    path: '/register',
    submit: 'Create Account',
    tries: [
      {
        fill: {
          'Full name': 'A',
          Username: 'ab',
          Email: 'nowhere',
          Password: 'short',
          'Confirm password': 'other',
        },
        says: [
          'Username must be at least 3 characters',
          'Please enter a valid email address',
          'Password must be at least 8 characters',
          'Passwords do not match',
        ],
      },
    ],
  },
];
