import { msg } from '#platform/text/text.ts'

export const previewSteps = {
  home: msg('Home'),
  tap: msg('Tap'),
  identify: msg('Identify'),
  verify: msg('Verify'),
  pin: msg('PIN'),
} as const
export type PreviewStep = keyof typeof previewSteps
