type Duration = { name: string; ms: number };
type Result = { passed: number; failures: string[]; files: Duration[]; cases: Duration[] };
export function readVitestReport(json: object, root: string): Result;
export function readPlaywrightReport(json: object): Result;
export function slowestLines(results: Result[]): string[];
export function closingLines(results: Pick<Result, 'passed' | 'failures'>[]): string[];
