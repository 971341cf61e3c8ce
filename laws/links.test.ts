import { isConsolePage } from '../server/test/app/console-routes.ts'
import { isTest, sources, type SourceFile } from './files.ts'
import { law } from './law.ts'

// Emails, notices, workflows, and screens name pages of the console in plain text. The route table says which pages exist.

const exists = (path: string): boolean => isConsolePage(path.replaceAll(/\$\{[^}]*\}/g, '*'))

const pages = /(?<=publicUrl\}|['"`])\/(?:dashboard|approve|auth)\b[^`'"\s]*/g

// Below /auth, the console also names files and beginnings of addresses
const missingIn = ({ path: file, text }: SourceFile) =>
  [...text.matchAll(pages)]
    .map(([path]) => path)
    .filter(path => file.startsWith('server/') || path.startsWith('/dashboard'))
    .filter(path => !exists(path.replace(/\$\{(?![^}]*\}).*$/, '')))

law('a link leads to a page that exists', {
  because: 'Only readers would notice a broken link. The pages are in the routes of the console.',
  over: sources(['server/src', 'console/src'], /\.tsx?$/).filter(file => !isTest(file.path)),
  guilty: (file: SourceFile) => {
    const missing = missingIn(file)
    return missing.length > 0 && `${file.path}: ${missing.join(', ')}`
  },
  bites: { path: 'server/src/a.ts', text: 'href: `${ctx.config.publicUrl}/dashboard/activity`' },
  passes: { path: 'server/src/a.ts', text: 'href: `${ctx.config.publicUrl}/dashboard/users/${user.id}?tab=keys`' },
})
