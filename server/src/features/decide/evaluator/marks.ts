export type Marks = Int32Array

export const noMarks = (policies: number): Marks => new Int32Array(Math.ceil(policies / 32))

export function mark(marks: Marks, place: number): void {
  marks[place >> 5] = (marks[place >> 5] as number) | (1 << (place & 31))
}

export const isMarked = (marks: Marks, place: number): boolean =>
  (((marks[place >> 5] as number) >> (place & 31)) & 1) === 1

export function markAll(marks: Marks, others: Marks): void {
  for (let word = 0; word < others.length; word++) marks[word] = (marks[word] as number) | (others[word] as number)
}

/** Calls back for each mark in order, until the callback returns true. */
export function eachMarked(marks: Marks, found: (place: number) => boolean): void {
  for (let word = 0; word < marks.length; word++)
    for (let rest = marks[word] as number; rest !== 0; rest &= rest - 1)
      if (found(word * 32 + 31 - Math.clz32(rest & -rest))) return
}
