/** Imported before a program: its clock is ahead by so many milliseconds. */
const ahead = Number(process.env.CLUBLENS_TEST_CLOCK_AHEAD);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length > 0 ? args : [RealDate.now() + ahead]));
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
