import { QueryClient } from '@tanstack/react-query'

/** What has been asked; a failure is shown once and asked again only by the person. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, gcTime: 5 * 60_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})
