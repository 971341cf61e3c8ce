import { expect, test } from 'vitest'
import { belongsOnHomeScreen } from './home-screen.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'

test.each([
  ['an iPhone', phone, 5, false, true],
  ['an iPhone with the page on its home screen', phone, 5, true, false],
  ['an iPad, which says that it is a Mac', mac, 5, false, true],
  ['a Mac', mac, 0, false, false],
  ['an Android phone', android, 5, false, false],
])('%s', (_, userAgent, maxTouchPoints, standalone, wanted) => {
  expect(belongsOnHomeScreen({ userAgent, maxTouchPoints, standalone })).toBe(wanted)
})
