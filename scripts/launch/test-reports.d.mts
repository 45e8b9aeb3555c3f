type Result = { passed: number; failures: string[] };
export function readVitestReport(json: object, root: string): Result;
export function readPlaywrightReport(json: object): Result;
export function closingLines(results: Result[]): string[];
