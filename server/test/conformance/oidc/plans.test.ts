import { describe, test } from 'vitest'
import { basic } from './basic.ts'
import { backChannel, config, rpInitiated } from './logout.ts'
import { openSuite } from './suite.ts'

// OpenID's conformance suite for a manually registered provider, module by module. Modules that are then
// skipped (dynamic registration, request objects by URL) are missing. docs/protocols/oidc.md explains how to
// run the original.

const suite = await openSuite()

describe('oidcc-basic-certification-test-plan', () => {
  test.each(Object.entries(basic))('%s', async (_name, module) => module(suite, 'default'))
})

describe('oidcc-formpost-basic-certification-test-plan', () => {
  test.each(Object.entries(basic))('%s', async (_name, module) => module(suite, 'form_post'))
})

describe('oidcc-config-certification-test-plan', () => {
  test.each(Object.entries(config))('%s', async (_name, module) => module(suite))
})

describe('oidcc-rp-initiated-logout-certification-test-plan', () => {
  test.each(Object.entries(rpInitiated))('%s', async (_name, module) => module(suite))
})

describe('oidcc-backchannel-rp-initiated-logout-certification-test-plan', () => {
  test.each(Object.entries(backChannel))('%s', async (_name, module) => module(suite))
})
