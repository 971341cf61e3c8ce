/** One bit for each policy of a set, in their order. */
export type Marks = Int32Array

/** Nothing marked, for so many policies. */
export const noMarks = (policies: number): Marks => new Int32Array(Math.ceil(policies / 32))

/** Marks the policy at a place. */
export function mark(marks: Marks, place: number): void {
  marks[place >> 5] = (marks[place >> 5] as number) | (1 << (place & 31))
}

/** Is the policy at a place marked? */
export const isMarked = (marks: Marks, place: number): boolean =>
  (((marks[place >> 5] as number) >> (place & 31)) & 1) === 1

/** Marks beside all that is marked in another. */
export function markAll(marks: Marks, others: Marks): void {
  for (let word = 0; word < others.length; word++) marks[word] = (marks[word] as number) | (others[word] as number)
}

/** Tells the places that are marked, the first one first, until it is answered true. */
export function eachMarked(marks: Marks, found: (place: number) => boolean): void {
  for (let word = 0; word < marks.length; word++)
    for (let rest = marks[word] as number; rest !== 0; rest &= rest - 1)
      if (found(word * 32 + 31 - Math.clz32(rest & -rest))) return
}
