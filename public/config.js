// Settings of this installation. The page reads them before the console starts. Change them here; no build is needed.
window.MULTISTATION_SETTINGS = {
  // Base URL of the back end without a slash at the end, for example 'https://api.example.com'. If empty, the origin of this page is used.
  apiBase: '',
  // URL of a maps service that pages may call directly. Empty if there is no maps service.
  mapService: '',
  // Whether opened pages are reported to the back end.
  analytics: true,
  // Share (0 to 1) of opened windows that report their loading times. It applies only while page views are reported.
  vitalsSample: 0.1,
  // Value of the query parameter `ddtk` that turns off the debug monitor. If empty, no value turns it off.
  monitorBypass: '',
  // Whether browsers cache the console for use without a network. If `false`, the cached files are removed at the next visit.
  offline: true,
};
