/** A team memory as people and agents leave it: three teammates, every state, a relay role. */
export const CHECKOUT = `# TEAM-MEMORY — checkout-redesign

## Meta
- Created: 2026-11-09
- Session: checkout
- GC Version: GC-v1

## Lead
- [Decision] 2026-11-09T00:41:00Z Payment stays behind a flag until the second week
- [Question] 2026-11-10T08:20:00Z Is a guest's cart kept for a day or for a week?

## implementer-1
- [Pattern] Prices are integers in minor units
- [Finding] The cart survives a reload because of its cookie
- [Warning] The tax service times out above 40 lines
- [ARCHIVED] [Finding] The old form posts twice on a double click

## implementer-2
- [Finding] Apple Pay wants its file on the apex domain
- [Dependency] The address form waits for the postcode service

## researcher-1
- [Finding] Two of three shoppers leave at the address form
`;
