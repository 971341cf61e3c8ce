import { isTest, type SourceFile, sources } from './files.ts'
import { law } from './law.ts'

/** Empty states whose action is a control right next to them. */
const besideTheirAction = new Set([
  // The form on the left has the button that shows the sample
  'No sample yet',
  // The systems to choose from follow below
  'No systems yet',
])

interface EmptyUse {
  at: string
  /** Opening tag. */
  tag: string
  /** Between the tags; empty if it closes itself. */
  content: string
}

/** Index after the opening tag that starts at `from`. */
function endOfTag(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}') depth--
    else if (text[at] === '>' && depth === 0) return at + 1
  }
  return text.length
}

const usesIn = ({ path, text }: SourceFile): EmptyUse[] =>
  [...text.matchAll(/<EmptyState\b/g)].map(({ index }) => {
    const end = endOfTag(text, index)
    const tag = text.slice(index, end)
    const content = tag.endsWith('/>') ? '' : text.slice(end, text.indexOf('</EmptyState>', end)).trim()
    return { at: `${path}:${text.slice(0, index).split('\n').length}`, tag, content }
  })

law('an empty state has a sentence and an action', {
  because:
    'An empty page must say what belongs there and what to do next. Callers leave the action out for users who lack the permission.',
  over: sources(['console/src'], /\.tsx$/)
    .filter(file => !isTest(file.path))
    .flatMap(usesIn),
  guilty({ at, tag, content }: EmptyUse) {
    if (content === '') return `${at} has no sentence`
    const title = /t\((['"])(.*?)\1/.exec(tag)?.[2] ?? ''
    return !/\b(?:action|link)=/.test(tag) && !besideTheirAction.has(title) && `${at} has no action`
  },
  bites: { at: 'a.tsx:1', tag: `<EmptyState title={t('No users yet')}>`, content: `{t('Users appear here.')}` },
  passes: { at: 'a.tsx:1', tag: `<EmptyState title={t('No users yet')} action={add}>`, content: `{t('Add one.')}` },
})
