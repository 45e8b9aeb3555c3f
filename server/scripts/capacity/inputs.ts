import { type AssumptionName, assumptions, type Figure } from './assumptions.ts';
import { type BenchFile, type MeasuredName, measuredFigures } from './measured-figures.ts';

export type InputName = AssumptionName | MeasuredName;
/** The numbers the model computes with. */
export type Inputs = Record<InputName, number>;
export type Figures = Record<InputName, Figure>;

/** Assumptions and measured figures with their units and sources; a file of one's own counts more than the default. */
export function figuresOf(
  standard: BenchFile,
  own: readonly { name: string; file: BenchFile }[] = [],
): Figures {
  const results = Object.assign({}, standard.results, ...own.map(({ file }) => file.results));
  const measured = measuredFigures({ ...standard, results }, (section) => {
    const last = own.findLast(({ file }) => section in file.results);
    const { started, machine, quick } = last?.file ?? standard;
    const where = `${quick ? ', quick' : ''}${last ? `, ${last.name}` : ''}`;
    return `bench ${section}, ${started.slice(0, 10)}, ${machine.processors} × ${machine.model}${where}`;
  });
  return { ...assumptions, ...measured };
}

export const valuesOf = (figures: Figures): Inputs =>
  Object.fromEntries(Object.entries(figures).map(([name, { value }]) => [name, value])) as Inputs;
