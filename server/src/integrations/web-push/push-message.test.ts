import { expect, test } from 'vitest'
import { isEndpoint } from './push-message.ts'

const usual = { pushServices: [] }

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://db5p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
])('accepts the push service of a browser: %s', endpoint => expect(isEndpoint(usual, endpoint)).toBe(true))

test.each([
  'https://push.example.org/abc',
  'https://fcm.googleapis.com.example.org/abc',
  'https://evilnotify.windows.com.example/abc',
  'https://notify.windows.com@10.0.0.1/abc',
  'https://fcm.googleapis.com:8443/abc',
  'http://fcm.googleapis.com/abc',
  'https://10.0.0.1/abc',
  'nothing',
])('refuses any other address: %s', endpoint => expect(isEndpoint(usual, endpoint)).toBe(false))

test('accepts a push service that the operator names', () => {
  expect(isEndpoint({ pushServices: ['push.example.org'] }, 'https://push.example.org:8443/abc')).toBe(true)
})
