/** Thirty people as clubs have them: umlauts, accents, double names, prefixes, quotation marks, shared and no addresses. */
export type Person = { first: string; last: string; email: string; photographer: boolean };

const names = `Anna Müller|Jörg Weiß|Hans-Peter Groß|Zoë Brontë|Šárka Žižková|Søren Ødegård|José Núñez
François Lefèvre|Maja von der Heide|Noel O’Connor|Shaun O'Brien|Uğur Ähre|Ursula "Uschi" Schäfer|Karl d. J. Maier
Jean-Luc de la Cruz|Ole Ö|Mia Schmidt|Max Schmidt|Moritz Schmidt|Änne Übelacker|Bärbel Straßer|Günther Jäger
Kathrin Löwe|Björn Voß|Renée Dupré|Tomáš Bartoš|Inês Gonçalves|Aïcha Benoît|Lars Lindström|Petra Meier-Müller`;

export const people: Person[] = names
  .replace('Uğur', 'Ugur') // the letter does not exist in Windows-1252
  .split(/[|\n]/)
  .map((name, index) => {
    const [first = '', ...last] = name.split(' ');
    return {
      first,
      last: last.join(' '),
      email: emailOf(index),
      photographer: index % 10 === 0,
    };
  });

function emailOf(index: number): string {
  if (index % 3 === 1) return '';
  return index >= 16 && index <= 18 ? 'familie.schmidt@verein.example' : `Mitglied.${index}@verein.example`;
}
