import bidiFactory from 'bidi-js'

const bidi = bidiFactory()

/** The fonts that cover all scripts between them. */
export const fontNames = ['latin', 'arabic', 'hebrew', 'devanagari', 'thai', 'hangul', 'han'] as const
export type ScriptFont = (typeof fontNames)[number]

const scripts: readonly (readonly [RegExp, ScriptFont])[] = [
  [/\p{Script=Arabic}/u, 'arabic'],
  [/\p{Script=Hebrew}/u, 'hebrew'],
  [/\p{Script=Devanagari}/u, 'devanagari'],
  [/\p{Script=Thai}/u, 'thai'],
  [/\p{Script=Hangul}/u, 'hangul'],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}、-〟！-｠]/u, 'han'],
]
const ofLatin = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]/u
const joining = /[\p{Script=Inherited}\s]/u

/** Characters of one font and one direction. */
export interface TextRun {
  text: string
  font: ScriptFont
  isRightToLeft: boolean
}

function fontOf(letter: string, before: ScriptFont): ScriptFont {
  if (joining.test(letter)) return before
  return scripts.find(([script]) => script.test(letter))?.[1] ?? 'latin'
}

/** Replaces characters that no font has. */
const drawable = (text: string) =>
  Array.from(text.normalize('NFC'), letter =>
    ofLatin.test(letter) || joining.test(letter) || scripts.some(([script]) => script.test(letter)) ? letter : '?',
  ).join('')

/** Splits one line into runs, in the order in which they are seen (Unicode bidirectional algorithm, rule L2). */
export function runsOf(line: string): TextRun[] {
  const shown = line.replace(/\s+/g, ' ').trim()
  if (/^[ -~]*$/.test(shown)) return shown === '' ? [] : [{ text: shown, font: 'latin', isRightToLeft: false }]
  const text = drawable(shown)
  const { levels } = bidi.getEmbeddingLevels(text)
  const runs: (TextRun & { level: number })[] = []
  let at = 0
  let font: ScriptFont = 'latin'
  for (const letter of text) {
    const level = levels[at] ?? 0
    font = fontOf(letter, font)
    const last = runs.at(-1)
    if (last && last.level === level && last.font === font) last.text += letter
    else runs.push({ text: letter, font, level, isRightToLeft: level % 2 === 1 })
    at += letter.length
  }
  const highest = Math.max(0, ...runs.map(run => run.level))
  for (let level = highest; level > 0; level--)
    for (let first = 0; first < runs.length; first++) {
      let end = first
      while ((runs[end]?.level ?? -1) >= level) end++
      if (end - first > 1) runs.splice(first, end - first, ...runs.slice(first, end).toReversed())
      first = Math.max(first, end)
    }
  return runs.map(run => (run.isRightToLeft ? { ...run, text: mirrored(run) } : run))
}

/** Brackets open to the other side. The shaping of right-to-left scripts turns their runs, other runs are turned here. */
function mirrored({ text, font }: TextRun): string {
  const letters = Array.from(text, letter => bidi.getMirroredCharacter(letter) ?? letter)
  return (font === 'arabic' || font === 'hebrew' ? letters : letters.toReversed()).join('')
}
