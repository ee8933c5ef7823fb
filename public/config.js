// Settings of this installation, read before the console starts. Change them here; no build is needed.
window.MULTISTATION_SETTINGS = {
  // Address of the back end without a slash at the end, for example 'https://api.example.com'. Empty: where this page comes from.
  apiBase: '',
  // Address of a maps service that pages may call directly. Empty: none.
  mapService: '',
  // Whether opened pages are reported to the back end.
  analytics: true,
  // Share of the opened windows, 0 to 1, that report how fast their pages are. Only where page views are reported.
  vitalsSample: 0.1,
  // Value of the query parameter `ddtk` that skips the debug monitor. Empty: nothing skips it.
  monitorBypass: '',
  // Whether browsers keep the console for visits without a network. Off: what they kept is removed at the next visit.
  offline: true,
};
