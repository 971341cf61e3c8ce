import { expect, test } from 'vitest'
import { brokenLinksIn } from './mailed-links.ts'

const mailWith = (href: string, more = '') => ({
  to: 'ada@example.org',
  language: 'en' as const,
  subject: 'News',
  greeting: 'Hello Ada,',
  paragraphs: [`Read it.${more}`],
  button: { label: 'Open', href },
  footer: '',
})
const ours = 'https://id.example.org'

// Every test app checks the emails that it sent with this function
test('finds links of emails to pages that do not exist, in buttons and texts', () => {
  const good = ['/dashboard/users/42', '/auth/verify?link=abc', '/self-service/wards?action=recovery', '', '/']
  expect(
    brokenLinksIn(
      good.map(path => mailWith(ours + path)),
      ours,
    ),
  ).toEqual([])
  expect(brokenLinksIn([mailWith('https://elsewhere.example/x')], ours)).toEqual([])
  expect(brokenLinksIn([mailWith(`${ours}/dashboard/activity`, ` ${ours}/dashboard/nowhere.`)], ours)).toEqual([
    `News: ${ours}/dashboard/activity`,
    `News: ${ours}/dashboard/nowhere.`,
  ])
})
