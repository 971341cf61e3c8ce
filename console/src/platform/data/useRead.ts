import type { Endpoint, InputOf, OutputOf, Schema } from '@claviger/contract/platform/endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { call } from './call.ts'
import type { CallOptions } from './call.ts'
import { queries } from './query.ts'
import type { CallError } from './refusal.ts'

export interface ReadOptions extends Omit<CallOptions, 'signal'> {
  when?: boolean
  every?: number
  /** Show the previous response while the next one loads, as lists do. */
  keepEarlier?: boolean
  fresh?: number
}

const keyOf = (endpoint: Pick<Endpoint, 'feature' | 'call'>, input?: unknown): unknown[] =>
  input === undefined ? [endpoint.feature, endpoint.call] : [endpoint.feature, endpoint.call, input]

/** Calls an endpoint and caches the response until data of the same feature changes. */
export function useRead<I extends Schema, R extends Schema>(
  endpoint: Endpoint<I, R>,
  input: InputOf<I>,
  options: ReadOptions = {},
): UseQueryResult<OutputOf<R>, CallError> {
  const { when = true, every, keepEarlier = false, fresh, ...rest } = options
  return useQuery<OutputOf<R>, CallError>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { ...rest, signal }),
    enabled: when,
    ...(every === undefined ? {} : { refetchInterval: every }),
    ...(fresh === undefined ? {} : { staleTime: fresh }),
    ...(keepEarlier ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Prefetches a response; if it fails, the component that shows it retries and reports the error. */
export function readAhead<I extends Schema, R extends Schema>(
  endpoint: Endpoint<I, R>,
  input: InputOf<I>,
): Promise<OutputOf<R> | undefined> {
  return queries
    .fetchQuery<OutputOf<R>>({
      queryKey: keyOf(endpoint, input),
      queryFn: ({ signal }) => call(endpoint, input, { quiet: true, signal }),
    })
    .catch(() => undefined)
}
