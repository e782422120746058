// A table by the words of an enum that also answers for words a newer server has learnt.

/** The same table; of a word it does not hold it says what `other` makes of it. */
export const openTable = <Word extends string, Value>(
  table: Readonly<Record<Word, Value>>,
  other: (word: string) => Value,
): Record<Word, Value> =>
  new Proxy<Record<Word, Value>>(table, {
    get: (known, word) => (typeof word === 'symbol' || word in known ? Reflect.get(known, word) : other(word)),
  })

/** Labels: a word without one is shown as it is. */
export const labels = <Word extends string>(table: Readonly<Record<Word, string>>): Record<Word, string> => openTable(table, word => word)
