/** What `updated_by` says of the last change. */
export const THE_SERVICE = { type: 'system', id: null, display_name: 'system' };

export const AN_ADMINISTRATOR = {
  type: 'user',
  id: expect.any(String) as unknown,
  display_name: expect.any(String) as unknown,
};
