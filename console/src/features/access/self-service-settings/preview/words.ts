import { msg } from '../../../../ground/text/text.ts'

/** The steps that the preview shows. */
export const previewSteps = {
  home: msg('Home'),
  tap: msg('Tap'),
  identify: msg('Identify'),
  verify: msg('Verify'),
  pin: msg('PIN'),
} as const
export type PreviewStep = keyof typeof previewSteps
